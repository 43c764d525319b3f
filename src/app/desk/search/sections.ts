import { wireName } from '#contract/kit/entity/shape.ts'
import type { AskedReading } from '#src/features/insight/public/use-asked.ts'
import { recordName } from '#src/kit/record/record-name.ts'
import { textOf } from '#src/kit/value-text.ts'
import type { Speech } from '#src/words/words.ts'
import { type MenuNode, searched } from '../menu.ts'
import type { Recent } from './recent.ts'
import { aboutOf, type Found } from './use-found.ts'

/** One line that can be chosen. */
export interface SearchOption {
  readonly key: string
  readonly title: string
  readonly about: string
  readonly path: string
  /** What is remembered when it is opened; absent for pages. */
  readonly recent?: Recent
}

export interface SearchSection {
  readonly key: string
  readonly title: string
  readonly options: readonly SearchOption[]
}

/** Menus that a keyword shows beside what else it finds; without a keyword all are listed. */
const mostMenus = 6

interface Given {
  readonly typed: string
  readonly menu: readonly MenuNode[]
  readonly recent: readonly Recent[]
  /** What was found by what is typed now. */
  readonly found: readonly Found[]
  /** How what is typed is understood as a sentence. */
  readonly readings?: readonly AskedReading[]
  readonly speech: Speech
}

const foundSection = (keyword: string, { kind, rows, total }: Found, { word, say, language }: Speech): SearchSection => {
  const { of, opens, list } = kind
  const about = aboutOf(kind)
  const options = rows.map((row): SearchOption => {
    const { name: title, number } = recordName(of, row, language)
    const path = opens(row.id)
    const more = about
      .filter((name) => !of.called?.includes(name))
      .flatMap((name) => {
        const field = of.fields[name]
        return field && wireName(name, field) in row ? [textOf(name, field, row, language)] : []
      })
    const told = [...new Set([number, ...more])].filter((text) => text !== '').join(' · ')
    return { key: `${of.name} ${row.id}`, title, about: told, path, recent: { path, title, of: of.name } }
  })
  const all: SearchOption = {
    key: `${of.name} all`,
    title: word('search.all', { total }),
    about: '',
    path: `${list}?${new URLSearchParams({ keyword })}`,
  }
  return { key: of.name, title: say(of), options: total > rows.length ? [...options, all] : options }
}

/** What the search shows, in order: what a sentence asks, the menu, whose answer is there at once, then the modules; without a keyword the recent ones and the whole menu. */
export function sectionsOf({ typed, menu, recent, found, readings = [], speech }: Given): readonly SearchSection[] {
  const { word } = speech
  const menus = searched(menu, typed).slice(0, typed === '' ? undefined : mostMenus)
  const menuSection: SearchSection = {
    key: 'menu',
    title: word('shell.menuSearch'),
    options: menus.map(({ code, name, path }) => ({ key: `menu ${code}`, title: name, about: '', path })),
  }
  const lately: SearchSection = {
    key: 'recent',
    title: word('search.recent'),
    options: recent.map((one) => ({ key: `recent ${one.path}`, title: one.title, about: '', path: one.path, recent: one })),
  }
  const asked: SearchSection = {
    key: 'asked',
    title: word('ask.title'),
    options: readings.flatMap(({ title, unknown, path }, at) =>
      path ? [{ key: `ask ${at}`, title, about: unknown === '' ? '' : word('ask.unknown', { what: unknown }), path }] : [],
    ),
  }
  const sections = typed === '' ? [lately, menuSection] : [asked, menuSection, ...found.map((one) => foundSection(typed, one, speech))]
  const filled = sections.filter(({ options }) => options.length > 0)
  // A list always has a section.
  return filled.length > 0 ? filled : [menuSection]
}
