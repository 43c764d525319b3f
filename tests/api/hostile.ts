import type { Field } from '#contract/kit/fields/field.ts'

/** A value as JSON text, so that it can say what JSON.stringify cannot. */
export type Json = string

const nested = (depth: number): Json => '['.repeat(depth) + ']'.repeat(depth)
const nobody = '"018f0000-0000-7000-8000-00000000dead"'
const objects: readonly Json[] = ['{}', '{"a":1}', '{"$ne":1}', '[]', '[1]', '[["x"]]', 'true', nested(200), '{"__proto__x":{"a":1}}']
const texts = (all: readonly string[]): Json[] => all.map((one) => JSON.stringify(one))
const sql = texts(["'; drop table device; --", "' or '1'='1", '1); select pg_sleep(9)--', '../../etc/passwd', '<script>alert(1)</script>'])
/** Strings that no text field may contain. */
export const unprintable: readonly Json[] = [
  '"a\\u0000b"',
  '"\\ud800"',
  '"a\\udc00b"',
  '"a\\u0007b"',
  '"a\\u001b[31m"',
  '"a\\u2028b"',
  '"\\u007f"',
  '"a\\u202eb"',
]
const numbers: readonly Json[] = [
  '1e400',
  '-1e400',
  '1e308',
  ...texts(['NaN', 'Infinity', '0x10', '1e3', '１２', '1,5', '9'.repeat(400)]),
  ...sql,
]

/** Values that a field refuses, as JSON. */
export function refusedBy(field: Field): readonly Json[] {
  switch (field.kind) {
    case 'text':
      return [
        ...objects,
        '123',
        '1e400',
        JSON.stringify('长'.repeat(field.max + 1)),
        JSON.stringify('x'.repeat(20_000)),
        ...unprintable.filter((one) => !(field.multiline && one.includes('u000a'))),
      ]
    case 'integer':
      return [
        ...objects,
        ...numbers,
        '1.5',
        '99999999999',
        '-99999999999',
        ...(field.min === undefined ? [] : [String(field.min - 1)]),
        ...(field.max === undefined ? [] : [String(field.max + 1)]),
      ]
    case 'decimal':
      return [...objects, ...numbers, ...(field.max === undefined ? [] : [String(field.max + 1)])]
    case 'money':
      return [...objects, ...numbers, ...texts(['1.234', '1e5', '999999999999999.00', '￥5', '5 元'])]
    case 'flag':
      return [...objects, ...numbers, '2', '-1', '0.5', ...texts(['yes', 'true'])]
    case 'date':
      return [
        ...objects,
        ...sql,
        '20260101',
        ...texts(['2026-02-30', '2026-13-01', '0000-00-00', '10000-01-01', '1899-12-31', 'now', '2026-1-1', '2026-01-01T00:00:00Z']),
        ...unprintable,
      ]
    case 'time':
      return [
        ...objects,
        ...sql,
        '1700000000',
        ...texts(['2026-02-30 10:00:00', 'now', '25:00', '2026-01-01T25:00:00Z', 'infinity']),
        ...unprintable,
      ]
    case 'choice':
      return [
        ...objects,
        ...sql,
        // A key that is a digit may be sent as a number.
        ...('1' in field.of ? [] : ['1']),
        ...texts(['no_such_choice', '__proto__', 'constructor', 'toString', 'hasOwnProperty']),
        ...unprintable,
      ]
    case 'dictionary':
      return [...objects, ...sql, ...texts(['no_such_choice', '__proto__', 'constructor', 'toString', 'hasOwnProperty']), ...unprintable]
    case 'link':
      return [
        ...objects,
        ...sql,
        '1',
        nobody,
        ...texts(['x', '__proto__', '018f0000-0000-7000-8000-00000000dea', '{018f0000-0000-7000-8000-00000000dead}']),
        ...unprintable,
      ]
    case 'choices':
      return ['{}', 'true', '1', '[1]', '[null]', '["x"]', '"x"', nested(200)]
    case 'ids':
      return ['{}', 'true', '1', '[1]', '[null]', '["x"]', `[${nobody},"x"]`, nested(200), ...sql]
    case 'items':
      return [
        '{}',
        'true',
        '1',
        '"x"',
        '[1]',
        '["x"]',
        '[null]',
        '[[]]',
        nested(200),
        `[${Array.from({ length: field.max + 1 }, () => '{}').join()}]`,
        '[{"unheard":1}]',
      ]
    case 'numbering':
    case 'json':
      return []
  }
}

/** Names that no body may carry beside its fields, with a harmless value. */
export const smuggled: Readonly<Record<string, Json>> = {
  tenantId: '"100003"',
  tenant_id: '"100003"',
  createTime: '"2020-01-01 00:00:00"',
  updateTime: '"2020-01-01 00:00:00"',
  createdBy: nobody,
  created_by: nobody,
  createUser: nobody,
  createUserName: '"root"',
  updated_at: '"2020-01-01"',
  isDeleted: '1',
  is_deleted: 'true',
  can: '["remove"]',
  custom: '{"x_a":1}',
  path: '"a/"',
  search: '"x"',
  x_unheard: '"x"',
  newId: nobody,
  personId: nobody,
  prototype: '{"a":1}',
  toString: '"x"',
  hasOwnProperty: '"x"',
  valueOf: '1',
  '1': '1',
  '': '1',
}

/** An object as JSON text with one name said or said otherwise. */
export const withName = (base: Readonly<Record<string, unknown>>, name: string, value: Json): Json => {
  const rest = Object.entries(base).filter(([key, one]) => key !== name && one !== undefined)
  return `{${[...rest.map(([key, one]) => `${JSON.stringify(key)}:${JSON.stringify(one)}`), `${JSON.stringify(name)}:${value}`].join()}}`
}
