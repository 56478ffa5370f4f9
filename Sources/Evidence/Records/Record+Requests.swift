import Core

/// Requests, and what people wish of checklists.
extension Record.Kind {
  static let ofRequests = [requestImported, requestChanged, checklistChanged]

  static let requestImported = Record.Kind(
    "request.imported", "a request was taken in; it is `pending`", request + [.requester],
    [addRequest])
  static let requestChanged = Record.Kind(
    "request.changed",
    """
    how a request stands from here on; at most one is `active`, and photos, clips and imports that are stored then \
    belong to it
    """,
    [
      .text("id"), .number("number"), .text("status"),
      .text("requester", "`clock` where its day was over"),
    ], [setRequest])
  static let checklistChanged = Record.Kind(
    "checklist.changed", "a person wishes that of an item of a checklist",
    [
      .text("thing", "its id").orNull, .text("request", "its id, where it is no thing's").orNull,
      .text("action", "`aim`: the next piece ticks it; `skip`; `untick`"),
      .number("item", "from 1"), .requester,
    ], [addWish])

  /// What is known of a request, wherever it comes from.
  static let request: [RecordMember] = [
    .text("id"), .number("number"), .text("url").told, .text("type"), .text("title").told,
    RecordMember("required_evidence", .texts).told, .text("priority").orNull,
    .text("due_date").orNull, .text("delivery_target").orNull.told,
  ]

  /// The request to which a piece belongs that is stored now.
  static let activeRequest = "(SELECT id FROM requests WHERE status = 'active')"

  /// A request whose url is gone is still another than others.
  static let url = "ifnull(payload ->> 'url', payload ->> 'id')"

  private static let addRequest = """
    INSERT INTO requests (id, url, type, data, delivery_target, created_at, status, number, record)
    SELECT payload ->> 'id', \(url), payload ->> 'type', payload,
      payload ->> 'delivery_target', wall_time / 1e6, 'pending', payload ->> 'number', sequence
    FROM told
    """
  private static let setRequest = """
    UPDATE requests SET status = changed_to,
      completed_at = CASE changed_to WHEN 'completed' THEN changed_at ELSE completed_at END
    FROM (SELECT payload ->> 'id' AS changed, payload ->> 'status' AS changed_to,
      wall_time / 1e6 AS changed_at FROM told)
    WHERE id = changed
    """
  private static let addWish = """
    INSERT INTO checklist_wishes (record, thing, request, action, item)
    SELECT sequence, (SELECT number FROM things WHERE id = payload ->> 'thing'),
      payload ->> 'request', payload ->> 'action', payload ->> 'item'
    FROM told
    """
}

extension Record {
  /// The request `id` is known from here on; it waits for somebody to make it active.
  static func requestImported(
    _ id: String, _ number: Int, _ file: RequestFile, by requester: Requester
  ) -> Record {
    let members: [(String, JSON)] = [("id", .string(id)), ("number", .integer(number))]
    return Record(
      .requestImported, members + file.members + [("requester", .string(requester.name))])
  }

  /// `request` stands so from here on; pieces that are stored while one is active belong to it.
  static func requestChanged(
    _ request: Request, to status: Request.Status, by requester: Requester
  ) -> Record {
    Record(
      .requestChanged,
      [
        ("id", .string(request.id)), ("number", .integer(request.number)),
        ("status", .string(status.rawValue)), ("requester", .string(requester.name)),
      ])
  }

  /// A person wishes that of an item of the checklist of the thing, or else the request, with this id.
  static func checklistChanged(
    _ action: Checklist.Action, item: Int, thing: String?, request: String?,
    by requester: Requester
  ) -> Record {
    Record(
      .checklistChanged,
      [
        ("thing", .optional(thing)), ("request", .optional(request)),
        ("action", .string(action.rawValue)), ("item", .integer(item)),
        ("requester", .string(requester.name)),
      ])
  }
}
