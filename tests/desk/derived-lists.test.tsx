import { expect, test } from 'vitest'
import { rightOf } from '#contract/kit/entity/entity.ts'
import { entityNamed } from '#contract/registry.ts'
import { libraryWords } from '#src/words/library-words.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, byRoleAll, click, openDesk, until } from '#tests/harness/desk.tsx'
import { derivedLists } from '#tests/harness/desk-paths.ts'
import { inHalf } from '#tests/harness/quarter.ts'
import { isShown, nameOf } from '#tests/harness/screen.ts'

const app = await appForFile()
const hospital = await app.signIn('100001', 'admin', 'ward2026')
const platform = await app.signIn('000000', 'admin', 'admin')
const { rights } = (await hospital.get<{ rights: readonly string[] }>('/blade-user/info')).data

const shown = (selector: string, within: ParentNode = document): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>(selector)].filter((one) => isShown(one))
const what = (element: Element): string => element.outerHTML.slice(0, 160)

/** What is wrong with the names of a page, as a person hears them. */
const faults = (): string[] => {
  const headings = shown('h1')
  const inputs = shown('input:not([type="hidden"]), textarea, select, [role="switch"]')
  const ticks = shown('td input[type="checkbox"]').map((tick) => tick.getAttribute('aria-label') ?? '')
  const names = shown('[aria-label]:not(.anticon)').map((one) => one.getAttribute('aria-label') ?? '')
  return [
    ...(headings.length === 1 && nameOf(headings[0]!) !== '' ? [] : [`${headings.length} headings of the first level`]),
    ...inputs.filter((input) => nameOf(input) === '').map((input) => `an input without a name: ${what(input)}`),
    ...byRoleAll('button')
      // The library names the item around its arrow, and keeps the cross of an empty input out of sight.
      .filter((button) => !button.closest('li[title]') && !button.matches('.ant-input-clear-icon-hidden'))
      .filter((button) => nameOf(button) === '')
      .map((button) => `a button without a name: ${what(button)}`),
    ...ticks.filter((name, at) => ticks.indexOf(name) !== at).map((name) => `two ticks are named ${name}`),
    // A language is named in itself; icons and words of the library are hidden or translated by the build.
    ...names
      .filter((name) => name !== 'English' && !Object.hasOwn(libraryWords, name) && /^[A-Za-z][a-z-]+( [A-Za-z][a-z]+)*$/.test(name))
      .map((name) => `named in English: ${name}`),
  ]
}

test('there are lists that are derived from their entity', () => {
  expect(derivedLists().length).toBeGreaterThan(3)
})

// Half of them a day: each list is the same page with other fields.
for (const { path, entity } of inHalf(derivedLists()))
  test(`the list and the form of ${path} have one heading, and names in Chinese for all that is used`, async () => {
    const desk = await openDesk(app, rights.includes(rightOf(entityNamed(entity!), 'list')) ? hospital : platform, path)
    await until(() => byRole('main')?.querySelector('.eam-list'), 'the list')
    await desk.settled()
    expect(faults()).toEqual([])
    const [add] = shown('.eam-list .eam-toolbar button.ant-btn-primary, .eam-toolbar button.ant-btn-primary')
    if (!add) return
    click(add)
    await until(() => byRole('dialog')?.querySelector('input, textarea'), 'the form')
    await desk.settled()
    expect(faults()).toEqual([])
  })
