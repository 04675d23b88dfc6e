//! A small validator for JSON Schema.

use serde_json::Value;

/// Returns whether a value matches a schema. It knows the keywords of the schemas in this project,
/// and panics at any other.
pub(crate) fn is_valid(root: &Value, schema: &Value, value: &Value) -> bool {
    let schema = schema.as_object().unwrap();
    schema.iter().all(|(keyword, expected)| match &**keyword {
        "$schema" | "$defs" | "title" | "description" => true,
        "$ref" => {
            let path = expected.as_str().and_then(|path| path.strip_prefix('#'));
            let target = root.pointer(path.unwrap()).unwrap();
            is_valid(root, target, value)
        }
        "type" => match expected.as_str().unwrap() {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            other => unreachable!("the type {other}"),
        },
        "oneOf" => {
            let fits = expected.as_array().unwrap().iter();
            fits.filter(|&one| is_valid(root, one, value)).count() == 1
        }
        "properties" => expected.as_object().unwrap().iter().all(|(key, schema)| {
            let value = value.get(key);
            value.is_none_or(|value| is_valid(root, schema, value))
        }),
        "required" => {
            let mut keys = expected.as_array().unwrap().iter();
            keys.all(|key| value.get(key.as_str().unwrap()).is_some())
        }
        "additionalProperties" => {
            let is_known = |key: &str| schema.get("properties").and_then(|known| known.get(key));
            value.as_object().is_none_or(|object| {
                let mut others = object.iter().filter(|(key, _)| is_known(key).is_none());
                others.all(|(_, value)| *expected != false && is_valid(root, expected, value))
            })
        }
        "items" | "prefixItems" => value.as_array().is_none_or(|values| {
            let all = |place: usize| match expected {
                Value::Array(expected) => &expected[place],
                expected => expected,
            };
            let mut values = values.iter().enumerate();
            values.all(|(place, value)| {
                expected
                    .as_array()
                    .is_some_and(|expected| place >= expected.len())
                    || is_valid(root, all(place), value)
            })
        }),
        "enum" => expected.as_array().unwrap().contains(value),
        "minItems" => length(value).is_none_or(|length| length >= expected.as_u64().unwrap()),
        "maxItems" => length(value).is_none_or(|length| length <= expected.as_u64().unwrap()),
        "minimum" => value
            .as_i64()
            .is_none_or(|value| value >= expected.as_i64().unwrap()),
        "maximum" => value
            .as_u64()
            .is_none_or(|value| value <= expected.as_u64().unwrap()),
        other => unreachable!("the keyword {other}"),
    })
}

fn length(value: &Value) -> Option<u64> {
    value.as_array().map(|values| values.len() as u64)
}
