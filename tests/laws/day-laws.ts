import type { Entity } from '#contract/kit/entity/entity.ts'
import { columnName } from '#server/kit/table.ts'
import { type SourceFile, withoutComments } from './source-files.ts'

// A day is that of the hospital: `homeDay` in TypeScript, `homeDaySql` and `homeTimeSql` in SQL.

/** Columns of days by name; a name that also stands for moments is none. */
export function dayColumns(entities: readonly Entity[]): ReadonlySet<string> {
  const named = (kind: string): string[] =>
    entities.flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, field]) => (field.kind === kind ? [columnName(name, field)] : [])),
    )
  const moments = new Set(named('time'))
  return new Set(named('date').filter((name) => !moments.has(name)))
}

const clocks = /\b(?:current_date|current_time|localtimestamp|localtime)\b/gi
/** `now()::date`, `sent_at::date`; a parameter is a day already. */
const casts = /([$\w.)}'"]+)::date\b(?!\[)/gi
const parts = /\b(?:date_trunc|date_part|to_char)\s*\(([^;`]*)|\bextract\s*\(\s*(?!epoch\b)(?:\w+|\$\{\w+\})\s+from\s+([^;`]*)/gi
const stamps = /::timestamp\b(?!\s*tz)(?!\s+with time zone)/gi
const zones = /\bat time zone\b/gi
const mixed = /\b(?:\w+\.)?(\w+)\s*(?:<|>|<=|>=|=)\s*(?:now\(\)|current_timestamp)/gi

/** The text up to the bracket that closes what is open at its beginning. */
function inBrackets(text: string): string {
  let open = 1
  for (const [at, sign] of [...text].entries()) {
    if (sign === '(' || sign === '{') open++
    if ((sign === ')' || sign === '}') && --open === 0) return text.slice(0, at)
  }
  return text
}

/** The parts of SQL whose days depend on the zone of the database. */
export function zonedSql(sql: string, days: ReadonlySet<string>): string[] {
  // A helper and what it is given.
  const plain = sql.replace(/\$\{home(?:Time|Day)Sql\((?:`[^`]*`|[^()`]|\([^()]*\))*\)\}/g, 'HOME')
  const isDay = (text: string): boolean =>
    /\bHOME\b/.test(text) ||
    /^\s*(?:'\w+'\s*,\s*)?(?:nullif\()?\s*(?:\w+\.)?(\w+)/
      .exec(text)
      ?.slice(1)
      .every((name) => days.has(name)) === true
  const found = (wrong: readonly (readonly [string, boolean])[]): string[] => wrong.flatMap(([text, is]) => (is ? [text.trim()] : []))
  return found([
    ...[...plain.matchAll(clocks)].map(([text]) => [text, true] as const),
    ...[...plain.matchAll(casts)].map(({ 0: text, 1: from = '', index }) => {
      const isParameter = /^\$\d+$/.test(from) || /\$\{into\.add\([^`]*\)\}$/.test(plain.slice(0, index + from.length))
      return [text, !isParameter && !/^HOME\)*$/.test(from) && !days.has(from.split('.').at(-1)!)] as const
    }),
    ...[...plain.matchAll(parts)].map(([text, one, other]) => {
      const inside = inBrackets((one ?? other)!)
      return [text.slice(0, 60), !isDay(inside)] as const
    }),
    ...[...plain.matchAll(stamps)].map(([text]) => [text, true] as const),
    ...[...plain.matchAll(zones)].map(([text]) => [text, true] as const),
    ...[...plain.matchAll(mixed)].map(([text, name = '']) => [text, days.has(name)] as const),
  ])
}

/** The template texts and strings of a file. */
const textsOf = (text: string): string[] => {
  const found: string[] = []
  const body = withoutComments(text)
  for (let at = 0; at < body.length; at++) {
    const quote = body[at]
    if (quote !== '`' && quote !== "'") continue
    const from = at
    let depth = 0
    for (at++; at < body.length; at++) {
      if (body[at] === '\\') at++
      else if (quote === '`' && body.startsWith('${', at)) depth++
      else if (depth > 0 && body[at] === '}') depth--
      else if (depth === 0 && (body[at] === quote || (quote === "'" && body[at] === '\n'))) break
    }
    found.push(body.slice(from, at + 1))
  }
  return found
}

/** Days of the database’s zone in the SQL of the server, each with its file. */
export const zonedTexts = (files: readonly SourceFile[], days: ReadonlySet<string>): string[] =>
  files
    .filter(({ path }) => path.startsWith('server/'))
    .flatMap(({ path, text }) => textsOf(text).flatMap((one) => zonedSql(one, days).map((wrong) => `${path}: ${wrong}`)))

/** The same in functions, defaults and generated columns of a database. */
export const zonedObjects = (objects: readonly { readonly name: string; readonly body: string }[], days: ReadonlySet<string>): string[] =>
  objects.flatMap(({ name, body }) =>
    zonedSql(body.replaceAll(/\S+ at time zone interval '\+08:00'|\(\S+ at time zone '08:00:00'::interval\)/gi, 'HOME'), days).map(
      (wrong) => `${name}: ${wrong}`,
    ),
  )

const scripts: readonly RegExp[] = [
  /\.toISOString\(\)\s*\.(?:slice|substring|substr|split|replace)\b/g,
  /\.(?:get|set)(?:UTC)?(?:FullYear|Month|Date|Day|Hours|Minutes)\(/g,
  /\.to(?:Locale)?(?:Date|Time)String\(|\btoLocaleString\((?!\))/g,
  /\bnew Date\([^()\n]*,|\bDate\.UTC\(/g,
  /\bIntl\.DateTimeFormat\(|\bdayjs\(/g,
  /Asia\/Shanghai|\+08:00/g,
]

/** Days of the zone of a process or of a browser, each with its file. */
export const zonedScripts = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) =>
    scripts.flatMap((wrong) => [...withoutComments(text).matchAll(wrong)].map(([found]) => `${path}: ${found}`)),
  )

/** What is found in a file or function that is not listed with its reason, and what is listed in vain. */
export function beyond(found: readonly string[], known: Readonly<Record<string, string>>): string[] {
  const place = (one: string): string => one.slice(0, one.indexOf(': '))
  const there = new Set(found.map(place))
  return [
    ...found.filter((one) => !Object.hasOwn(known, place(one))),
    ...Object.keys(known).flatMap((one) => (there.has(one) ? [] : [`${one} is listed and is not there`])),
  ]
}
