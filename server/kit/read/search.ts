import type { Entity } from '#contract/kit/entity/entity.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { searchForm } from '#contract/kit/text/one-writing.ts'
import type { Language } from '#contract/kit/words.ts'
import type { Parameters } from '#server/db/query.ts'
import { columnName, tableName } from '../table.ts'
import { likeText } from './like.ts'

/** index: the gram index, which needs functions marked leakproof; table: a table of grams, for databases that refuse to mark them. */
export type SearchMode = 'index' | 'table'

/** Normalises a keyword like the `search` column: in the form of searches, without the separator between fields. */
export const keywordOf = (typed: unknown): string =>
  typeof typed === 'string' ? searchForm(typed).replaceAll('|', ' ').trim().slice(0, 100) : ''

// Fragments as the database function gramsx makes them; a keyword without any can only be found by a scan.
const hasGrams = (keyword: string): boolean => [...keyword].some((letter) => letter > '~') || /[!-~ ]{3}/.test(keyword)

/**
 * Fragments that every text with the keyword contains, a subset of those that gramsx makes: pairs that cover each Chinese character once,
 * or the character itself if the keyword is a single one. Fewer fragments are faster to look up, and matches are compared with the whole
 * keyword anyway. Returns none for a keyword without Chinese, because how gramsx cuts other letters depends on the collation of the
 * database.
 */
export function pairsOf(keyword: string): string[] {
  const letters = [...keyword]
  const pairs = new Set<string>()
  for (let at = 0; at < letters.length; at++) {
    if (letters[at]! <= '~') continue
    if (letters.length === 1) pairs.add(letters[at]!)
    else if (at + 1 < letters.length) pairs.add(letters[at]! + letters[++at]!)
    else pairs.add(letters[at - 1]! + letters[at]!)
  }
  return [...pairs]
}

export interface KeywordCondition {
  /** Searches through the grams; the same as `walk` if there are none. Its parameters are in the given collection. */
  readonly index: string
  /** Compares row by row; cheap if rows are read in order and many of them match. */
  readonly walk: string
  /** The parameters of `walk`, after those that were already collected. */
  readonly walkInto: Parameters
}

/** SQL condition that the stored search form of a row matches a LIKE pattern. */
export const searchLike = (pattern: string): string => `t.search like ${pattern}`

/** SQL condition that the text contains a keyword, compared letter by letter. */
const holds = (typed: string): string => `strpos(t.search, ${typed}) > 0`

/** The condition through the gram index. `typed`: the placeholder of the keyword. */
function throughGrams(keyword: string, typed: string, into: Parameters): string {
  const pairs = pairsOf(keyword)
  const grams = pairs.length > 0 ? `${into.add(pairs)}::text[]` : `gramsx(${typed})`
  // The comparison is kept even if one fragment equals the keyword: it is the cheaper condition if the planner chooses a scan.
  return `gramsx(t.search) @> ${grams} and ${holds(typed)}`
}

/**
 * The condition that the `search` column of a table without an entity contains a keyword, over the alias `t`. Does not use the table of
 * grams.
 */
export function textSql(keyword: string, mode: SearchMode, into: Parameters): string {
  const typed = into.add(keyword)
  return mode === 'index' && hasGrams(keyword) ? throughGrams(keyword, typed, into) : holds(typed)
}

/**
 * The condition that a row of the entity contains a keyword, over the alias `t`. `isOneOf`: the condition is part of an OR, so ids are
 * selected as an array, which uses the primary key.
 */
export function keywordSql(
  of: Entity,
  keyword: string,
  mode: SearchMode,
  tenantId: string,
  into: Parameters,
  isOneOf = false,
): KeywordCondition {
  if (!of.large) {
    const walk = searchLike(into.add(`%${likeText(keyword)}%`))
    return { index: walk, walk, walkInto: into }
  }
  const typed = into.add(keyword)
  const walk = holds(typed)
  if (of.repeating) {
    // The search form of logs is only lower case, without further normalisation.
    const walkInto = into.copy()
    const words = `select w.word from log_word w where w.tenant_id = ${into.add(tenantId)} and w.log = '${tableName(of)}' and strpos(search_form(w.word), ${typed}) > 0`
    return { index: `t.search = any(array(${words}))`, walk: `strpos(search_form(t.search), ${typed}) > 0`, walkInto }
  }
  if (!hasGrams(keyword)) return { index: walk, walk, walkInto: into }
  const walkInto = into.copy()
  if (mode === 'index') return { index: throughGrams(keyword, typed, into), walk, walkInto }
  const pairs = pairsOf(keyword)
  // One fragment narrows the rows; the whole keyword is then compared in them.
  const gram =
    pairs.length > 0 ? into.add(pairs[0]) : `(select k.gram from unnest(gramsx(${typed})) k(gram) order by length(k.gram) desc limit 1)`
  const ids = `select g.id from search_gram g where g.tenant_id = ${into.add(tenantId)} and g.entity = ${into.add(of.name)} and g.gram = ${gram}`
  return {
    index: `t.id ${isOneOf ? `= any(array(${ids}))` : `in (${ids})`} and ${walk}`,
    walk,
    walkInto,
  }
}

/**
 * The condition that a visible searched field contains the keyword, over the alias `t`. The `search` column also contains fields that the
 * hospital hides, so a match in it would reveal their content. Empty if no searched field is hidden.
 */
export function shownSearchSql({ entity, fields }: View, keyword: string, into: Parameters): string {
  const searched = Object.entries(entity.fields).filter(([, field]) => field.search)
  const shown = searched.filter(([name]) => name in fields)
  if (shown.length === searched.length) return ''
  if (shown.length === 0) return 'false'
  const text = (name: string, field: Field): string => `coalesce(t.${columnName(name, field)}, '')`
  const typed = shown.flatMap(([name, field]) => (field.search === 'pinyin' ? [` || pinyin_form(${text(name, field)})`] : []))
  const texts = shown.map(([name, field]) => text(name, field)).join(` || '|' || `)
  return `strpos(search_form(${texts})${typed.join('')}, ${into.add(keyword)}) > 0`
}

/**
 * The condition that a searched field holds a program text (`seeded`) that contains the keyword in the person's language, over the alias
 * `t`; rows store the Chinese form. Empty if there is none.
 */
export function seededSql({ entity, fields }: View, keyword: string, language: Language, into: Parameters): string {
  const found = Object.entries(entity.fields).flatMap(([name, field]) => {
    if (!field.search || field.kind !== 'text' || !(name in fields)) return []
    const kept = (field.seeded ?? []).filter((words) => searchForm(words[language]).includes(keyword)).map(({ zh }) => zh)
    return kept.length > 0 ? [`t.${columnName(name, field)} = any(${into.add(kept)}::text[])`] : []
  })
  return found.join(' or ')
}

/** SQL of the triggers that maintain the table of grams of an entity; run by the owner if functions cannot be marked leakproof. */
export function gramTableSql(of: Entity): string {
  const table = tableName(of)
  return `create or replace function ${table}_grams() returns trigger language plpgsql as $$ begin
  delete from search_gram where tenant_id = new.tenant_id and entity = '${of.name}' and id = new.id;
  insert into search_gram (tenant_id, entity, gram, id) select new.tenant_id, '${of.name}', g, new.id from (select distinct unnest(public.gramsx(new.search)) g) x on conflict do nothing;
  return null;
end $$;
create or replace trigger ${table}_grams_add after insert on ${table} for each row execute function ${table}_grams();
create or replace trigger ${table}_grams_change after update on ${table} for each row when (old.search is distinct from new.search) execute function ${table}_grams();`
}
