#include "CTOML.h"

#include <algorithm>
#include <exception>
#include <sstream>
#include <string>
#include <string_view>
#include <toml++/toml.h>

namespace {

struct Visit {
  void *context;
  toml_visitor visitor;
};

toml_text lend(std::string_view text) { return {text.data(), text.size()}; }

bool is_bare(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '_' || character == '-';
}

std::string append(const std::string &table, std::string_view key) {
  const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), is_bare);
  const std::string name = bare ? std::string(key) : '"' + std::string(key) + '"';
  return table.empty() ? name : table + '.' + name;
}

template <typename Date> std::string written(const Date &date) {
  std::ostringstream out;
  out << date;
  return out.str();
}

/* Whether `array` holds strings without NUL and nothing else; then `text` is all of them, each with a NUL behind it. */
bool join(const toml::array &array, std::string &text) {
  for (const toml::node &node : array) {
    const auto *const value = node.as_string();
    if (!value || value->get().find('\0') != std::string::npos) return false;
    text += value->get() + '\0';
  }
  return !array.empty();
}

/* Sets the kind and the value of `item`; `text` keeps what is lent and stands nowhere else. */
void set_value(toml_item &item, const toml::node &node, std::string &text) {
  node.visit([&](const auto &value) {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (toml::is_table<Value>) {
      item.kind = TOML_TABLE;
    } else if constexpr (toml::is_array<Value>) {
      item.kind = join(value, text) ? TOML_STRINGS : TOML_ARRAY;
      item.string = lend(text);
    } else if constexpr (toml::is_string<Value>) {
      item.kind = TOML_STRING;
      item.string = lend(value.get());
    } else if constexpr (toml::is_integer<Value>) {
      item.kind = TOML_INTEGER;
      item.integer = value.get();
    } else if constexpr (toml::is_floating_point<Value>) {
      item.kind = TOML_FLOAT;
      item.number = value.get();
    } else if constexpr (toml::is_boolean<Value>) {
      item.kind = TOML_BOOLEAN;
      item.boolean = value.get();
    } else {
      item.kind = TOML_DATE;
      text = written(value.get());
      item.string = lend(text);
    }
  });
}

void walk(const toml::table &table, const std::string &path, int depth, const Visit &visit);

/* Visits each table of an array that has nothing else as path[1] and so on. */
void walk_tables(const toml::array &array, const toml_item &owner, int depth, const Visit &visit) {
  if (array.empty() || !array.is_homogeneous<toml::table>()) return;
  const std::string path(owner.path.bytes, owner.path.count);
  const std::string key(owner.key.bytes, owner.key.count);
  size_t number = 0;
  for (const toml::node &node : array) {
    const std::string mark = '[' + std::to_string(++number) + ']';
    const std::string own = path + mark, name = key + mark;
    toml_item item{};
    item.table = owner.table;
    item.key = lend(name);
    item.path = lend(own);
    item.line = node.source().begin.line ? node.source().begin.line : owner.line;
    item.kind = TOML_TABLE;
    visit.visitor(visit.context, &item);
    if (depth < toml_depth) walk(*node.as_table(), own, depth + 1, visit);
  }
}

void walk(const toml::table &table, const std::string &path, int depth, const Visit &visit) {
  for (const auto &[key, node] : table) {
    const std::string own = append(path, key.str());
    std::string text;
    toml_item item{};
    item.table = lend(path);
    item.key = lend(key.str());
    item.path = lend(own);
    item.line = key.source().begin.line;
    set_value(item, node, text);
    visit.visitor(visit.context, &item);
    if (item.kind == TOML_TABLE && depth < toml_depth)
      walk(*node.as_table(), own, depth + 1, visit);
    if (item.kind == TOML_ARRAY) walk_tables(*node.as_array(), item, depth, visit);
  }
}

}  // namespace

/* Nothing thrown in C++ may reach Swift: every exception ends here. */
void toml_visit(const char *bytes, size_t count, void *context, toml_visitor visitor,
                toml_refusal refusal) {
  try {
    const toml::table table = toml::parse(std::string_view(bytes, count));
    walk(table, "", 1, Visit{context, visitor});
  } catch (const toml::parse_error &error) {
    refusal(context, error.source().begin.line, lend(error.description()));
  } catch (const std::exception &error) {
    refusal(context, 0, lend(error.what()));
  } catch (...) {
    refusal(context, 0, lend("an error without a name"));
  }
}
