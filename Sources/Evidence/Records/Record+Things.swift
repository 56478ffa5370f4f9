import Core

/// Things.
extension Record.Kind {
  static let ofThings = [thingCreated, thingUsed, thingChanged, thingDeleted]

  static let thingCreated = Record.Kind(
    "thing.created", "a thing begins, and is the current one",
    thing + [
      .text("title").told, .text("category"), .text("requester", "where somebody asked").orNone,
    ],
    [addThing, makeThingCurrent])
  static let thingUsed = Record.Kind(
    "thing.used", "a thing is the current one from here on", thing + [.requester],
    [makeThingCurrent])
  static let thingChanged = Record.Kind(
    "thing.changed", "a person set a field of a thing, or cleared it",
    thing + [
      .text("field", "as a column of [`things`](#other-tables); of its `data` as `data.notes`"),
      RecordMember("value", .textOrTexts, "null: cleared").orNull.told, .requester,
    ], [setThing], where: { isField($0.text("field") ?? "") })
  static let thingDeleted = Record.Kind(
    "thing.deleted", "a thing is deleted, and its pieces with it",
    thing + [
      .number("current", "the thing that is the current one instead, where this was").orNull,
      .requester,
    ], [deleteThing, makeNextCurrent])

  private static let thing: [RecordMember] = [.text("id"), .number("number")]

  /// Whether `name` can be a field's: of a member of `data` it becomes a path of SQLite's, which can be more than a name.
  private static func isField(_ name: String) -> Bool {
    guard name.utf8.count >= 5, name.prefix(5).lowercased() == "data." else { return true }
    let member = name.utf8.dropFirst(5)
    return name.hasPrefix("data.") && !member.isEmpty
      && member.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F }
  }

  private static let addThing = """
    INSERT INTO things (number, id, title, category, created_at, updated_at)
    SELECT payload ->> 'number', payload ->> 'id', ifnull(payload ->> 'title', ''),
      payload ->> 'category', wall_time / 1e6, wall_time / 1e6
    FROM told
    """
  private static let makeThingCurrent = """
    INSERT OR REPLACE INTO settings (name, value)
    SELECT 'current_thing', payload ->> 'number' FROM told
    """
  /// Sets one field of a thing; those in `data` are named `data.` and their member.
  private static let setThing = """
    UPDATE things SET
      title = CASE WHEN field = 'title' THEN ifnull(new, title) ELSE title END,
      category = CASE WHEN field = 'category' THEN ifnull(new, 'other') ELSE category END,
      description = CASE WHEN field = 'description' THEN new ELSE description END,
      brand = CASE WHEN field = 'brand' THEN new ELSE brand END,
      model = CASE WHEN field = 'model' THEN new ELSE model END,
      color = CASE WHEN field = 'color' THEN new ELSE color END,
      upc = CASE WHEN field = 'upc' THEN new ELSE upc END,
      tags = CASE WHEN field = 'tags' THEN ifnull(new, '[]') ELSE tags END,
      collect = CASE WHEN field = 'collect' THEN new ELSE collect END,
      data = CASE WHEN field NOT LIKE 'data.%' THEN data
        WHEN new IS NULL THEN json_remove(data, '$.' || substr(field, 6))
        ELSE json_set(data, '$.' || substr(field, 6), new) END,
      updated_at = changed_at
    FROM (SELECT payload ->> 'id' AS changed, payload ->> 'field' AS field,
      payload ->> 'value' AS new, wall_time / 1e6 AS changed_at FROM told)
    WHERE id = changed
    """
  private static let deleteThing = """
    UPDATE things SET deleted = ?1
    WHERE id = (SELECT payload ->> 'id' FROM told) AND deleted IS NULL
    """
  /// The thing that is the current one after another was deleted, where that was.
  private static let makeNextCurrent = """
    INSERT OR REPLACE INTO settings (name, value)
    SELECT 'current_thing', payload ->> 'current' FROM told WHERE payload ->> 'current' IS NOT NULL
    """
}

extension Record {
  /// A thing begins to exist, and is the current one.
  ///
  /// - Parameter requester: who asked for it; nil for the thing of a new store.
  static func thingCreated(
    _ id: String, _ number: Int, _ title: String, in category: ThingCategory = .other,
    by requester: Requester? = nil
  ) -> Record {
    let members: [(String, JSON)] = [
      ("id", .string(id)), ("number", .integer(number)), ("title", .string(title)),
      ("category", .string(category.rawValue)),
    ]
    return Record(.thingCreated, members + (requester.map { Record.requester($0) } ?? []))
  }

  /// `thing` is the current one from now on.
  static func thingUsed(_ thing: Thing, by requester: Requester) -> Record {
    Record(.thingUsed, members(of: thing) + Record.requester(requester))
  }

  /// `field` of `thing` is `value` from now on.
  static func thingChanged(
    _ thing: Thing, _ field: ThingField, to value: ThingField.Value?, by requester: Requester
  ) -> Record {
    let spelled: JSON =
      switch value {
      case .text(let text): .string(text)
      case .list(let elements): .array(elements.map { .string($0) })
      case nil: .null
      }
    let change: [(String, JSON)] = [("field", .string(field.name)), ("value", spelled)]
    return Record(.thingChanged, members(of: thing) + change + Record.requester(requester))
  }

  /// `thing` is deleted, and its pieces with it; `next` is the current one where it was.
  static func thingDeleted(_ thing: Thing, next: Thing?, by requester: Requester) -> Record {
    Record(
      .thingDeleted,
      members(of: thing) + [("current", .optional(next?.number))] + Record.requester(requester))
  }

  private static func members(of thing: Thing) -> [(String, JSON)] {
    [("id", .string(thing.id)), ("number", .integer(thing.number))]
  }

  static func requester(_ requester: Requester) -> [(String, JSON)] {
    [("requester", .string(requester.name))]
  }
}
