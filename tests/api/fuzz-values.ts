import fc from 'fast-check'
import type { Json } from './hostile.ts'

const nobody = '018f0000-0000-7000-8000-00000000dead'

const words: readonly string[] = [
  // characters
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00',
  '\ude00\ud83d',
  '\u202etxet\u202c',
  '👩‍👩‍👧‍👦🏥🇨🇳',
  `e${'\u0301'.repeat(300)}`,
  '\ufeff',
  '\u2028\u2029',
  '\u001b[31m',
  'ſ\u0130ı',
  '𠮷野家',
  '\r\nSet-Cookie: a=b',
  'a\nlevel=error forged',
  // numbers as words
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '１２３',
  '9'.repeat(400),
  '-9223372036854775809',
  '1,5',
  '.5',
  // days and moments
  '0000-00-00',
  '2026-02-30',
  '9999-12-31',
  '10000-01-01',
  '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:00+99:99',
  '2016-12-31T23:59:60Z',
  'infinity',
  'epoch',
  '0044-03-15 BC',
  // what databases, shells, pages, sheets and patterns read
  "' or 1=1 --",
  "'; drop table device; --",
  '1); select pg_sleep(9)--',
  '%',
  '%_%',
  '\\',
  '$1',
  `\${7*7}`,
  '{{7*7}}',
  '../../../../etc/passwd',
  '..\\..\\win.ini',
  '<script>alert(1)</script>',
  "=cmd|' /C calc'!A0",
  '(a+)+$',
  '[',
  '*',
  '(((((',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  // ids
  '',
  ' ',
  '0',
  nobody,
  nobody.toUpperCase(),
  `{${nobody}}`,
  `${nobody},`,
  `${nobody},${nobody}`,
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'null',
  'true',
]

const others: readonly Json[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e309',
  '-1e309',
  '5e-324',
  '9007199254740993',
  '-9007199254740993',
  '2147483648',
  '-2147483649',
  '1e21',
  '9'.repeat(400),
  '[]',
  '[null]',
  '[[]]',
  '[1,2]',
  '["x"]',
  `["${nobody}"]`,
  `["${nobody}",1]`,
  '{}',
  '{"a":1}',
  '[{}]',
  '[{"id":"x"}]',
  '{"$gt":""}',
  '{"length":999999999}',
  '{"toString":1,"valueOf":2}',
  '{"then":"x"}',
  '{"toJSON":1}',
  `${'['.repeat(70)}${']'.repeat(70)}`,
  `[${Array.from({ length: 1500 }, () => `"${nobody}"`).join()}]`,
]

/** A string in JSON with its lone surrogates and controls written out. */
const quoted = (word: string): Json => JSON.stringify(word)

/** Any value that no field was made for, as JSON: the edges above, those that `more` knows of, and random ones. */
export const hostileValue = (more: readonly Json[]): fc.Arbitrary<Json> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...others) },
    { weight: 6, arbitrary: fc.constantFrom(...words).map(quoted) },
    { weight: more.length > 0 ? 4 : 0, arbitrary: fc.constantFrom('null', ...more) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }).map(quoted) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
    {
      weight: 1,
      arbitrary: fc
        .double()
        .map((number) => String(number))
        .filter((text) => !/NaN|Inf/.test(text)),
    },
    { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => JSON.stringify(date)) },
  )

/** What stands in an address after `name`: one value, several, or none that can be read. */
export const hostileQuery = (name: string, more: readonly Json[]): fc.Arbitrary<string> => {
  const key = encodeURIComponent(name)
  const plain = (text: string): string => encodeURIComponent(text.toWellFormed())
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...words).map((word) => `${key}=${plain(word)}`) },
    { weight: 3, arbitrary: hostileValue(more).map((json) => `${key}=${plain(json.replace(/^"|"$/g, ''))}`) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        `${key}=a&${key}=b`,
        `${key}=&${key}=`,
        `${key}[]=x`,
        `${key}[a]=x`,
        `${key}.a=x`,
        key,
        `${key}=%00`,
        `${key}=%ff%fe`,
        `${key}=%zz`,
        `${key}=${'%F0%9F%8F%A5'.repeat(400)}`,
        `${key}=${'x'.repeat(9000)}`,
        `${key}=1;drop`,
        `__proto__=x&${key}=1`,
        `__proto__[x]=1&constructor.prototype.x=1`,
      ),
    },
  )
}

export interface Spoilt {
  readonly what: string
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
  readonly type?: string
}

const json = 'application/json'
const boundary = 'multipart/form-data; boundary=x'
const deep = (depth: number): Json => '['.repeat(depth) + ']'.repeat(depth)

/** Invalid bodies and bodies with unknown fields, derived from a valid one. `field`: one of its names. */
export function spoiltBodies(base: Json, field: string): readonly (() => Spoilt)[] {
  const inside = base.slice(1, -1)
  const beside = (more: string): string => `{${[inside, more].filter(Boolean).join()}}`
  const key = JSON.stringify(field)
  // Some are large, so each is made when it is taken.
  const whole =
    (what: string, body: () => Spoilt['body'], type = json) =>
    (): Spoilt => ({ what, body: body(), type })
  return [
    () => ({ what: 'no body', body: undefined }),
    ...['', 'null', '[]', '[{}]', '"x"', '1', 'true', '{', '{]', `${base}x`, "{'a':1}", '{"a":1,}', '\ufeff{}', '[[[['].map((text) =>
      whole(`the body ${text.slice(0, 20)}`, () => text),
    ),
    whole('another name', () => beside('"unheardOf":1')),
    whole('a prototype', () => beside('"__proto__":{"admin":true}')),
    whole('a prototype by its number', () => beside('"\\u005f_proto__":{"admin":true}')),
    whole('a constructor', () => beside('"constructor":{"prototype":{"admin":true}}')),
    whole('a constructor that is a word', () => beside('"constructor":"x"')),
    whole('another tenant', () => beside('"tenantId":"000000"')),
    whole('a name twice', () => beside(`${key}:1,${key}:[]`)),
    whole('10,000 levels', () => beside(`${key}:${deep(10_000)}`)),
    whole('10,000 levels of objects', () => beside(`${key}:${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)),
    whole('a megabyte in a field', () => beside(`${key}:"${'长'.repeat(350_000)}"`)),
    whole('a field with an endless name', () => beside(`"${'n'.repeat(100_000)}":1`)),
    whole('10,000 names', () => beside(Array.from({ length: 10_000 }, (_, at) => `"f${at}":1`).join())),
    whole('bytes that are no text', () => Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d])),
    whole('utf-16', () => new Uint8Array(Buffer.from(base, 'utf16le')), 'application/json; charset=utf-16'),
    ...['text/plain', 'application/xml', 'text/html', 'application/octet-stream', 'nonsense', 'application/jsonp', ';'].map((type) =>
      whole(`the type ${type}`, () => base, type),
    ),
    whole(
      'a form',
      () => `${encodeURIComponent(field)}=%00&a=1&a=2&__proto__=x&constructor=y&toString=z`,
      'application/x-www-form-urlencoded',
    ),
    whole('a form that cannot be read', () => '%zz&=&&&===&%', 'application/x-www-form-urlencoded'),
    whole('an endless form', () => `a=${'x'.repeat(900_000)}`, 'application/x-www-form-urlencoded'),
    whole('parts', () => `--x\r\nContent-Disposition: form-data; name="${field}"; filename="../../x.svg"\r\n\r\n<svg/>\r\n--x--`, boundary),
    whole('parts without an end', () => `--x\r\nContent-Disposition: form-data; name=`, boundary),
    whole('parts without a border', () => base, 'multipart/form-data'),
  ]
}
