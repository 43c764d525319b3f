/** A name as a person reads it: a part of it, or a pattern. */
export type Named = string | RegExp

const selectors = {
  alert: '[role="alert"]',
  article: 'article, [role="article"]',
  banner: 'header',
  button: 'button, [role="button"], input[type="submit"]',
  cell: 'td, [role="cell"], [role="gridcell"]',
  checkbox: 'input[type="checkbox"], [role="checkbox"]',
  columnheader: 'th, [role="columnheader"]',
  combobox: '[role="combobox"], select',
  complementary: 'aside, [role="complementary"]',
  dialog: '[role="dialog"], dialog',
  figure: 'figure, [role="figure"]',
  group: 'fieldset, [role="group"]',
  heading: 'h1, h2, h3, h4, h5, h6, [role="heading"]',
  img: 'img, [role="img"]',
  link: 'a[href], [role="link"]',
  list: 'ul, ol, [role="list"]',
  listitem: 'li, [role="listitem"]',
  main: 'main, [role="main"]',
  menuitem: '[role="menuitem"], [role="menuitemcheckbox"], [role="menuitemradio"]',
  navigation: 'nav, [role="navigation"]',
  option: 'option, [role="option"], .ant-select-item-option',
  radio: 'input[type="radio"], [role="radio"]',
  radiogroup: '[role="radiogroup"]',
  region: 'section[aria-label], section[aria-labelledby], [role="region"]',
  row: 'tr, [role="row"]',
  rowheader: 'th[scope="row"], [role="rowheader"]',
  status: '[role="status"], output',
  switch: '[role="switch"]',
  tab: '[role="tab"]',
  table: 'table, [role="table"]',
  tabpanel: '[role="tabpanel"]',
  textbox: 'input:not([type]), input[type="text"], input[type="password"], input[type="search"], textarea, [role="textbox"]',
  timer: '[role="timer"]',
  tooltip: '[role="tooltip"]',
  tree: '[role="tree"]',
  treeitem: '[role="treeitem"]',
} as const
export type Role = keyof typeof selectors

/** Classes with which the library hides a part of the page. */
const hiddenClass = /(?:^|\s)ant-(?:form-item|select-dropdown|dropdown|popover|tooltip)-hidden(?:\s|$)/

/** Whether an element hides itself and all that is in it, by attribute or class. Read as text: selectors and styles of each element cost ten times as much. */
const hidesItself = (element: Element): boolean =>
  element.hasAttribute('hidden') ||
  element.getAttribute('aria-hidden') === 'true' ||
  hiddenClass.test(element.getAttribute('class') ?? '') ||
  /display:\s*none/.test(element.getAttribute('style') ?? '')

/** Whether a person can see the element: nothing around it is hidden. Styles of the document are not computed, only those written on elements. */
export const isShown = (element: Element): boolean => {
  for (let one: Element | null = element; one; one = one.parentElement) {
    if (hidesItself(one)) return false
    const style = one.getAttribute('style') ?? ''
    if (/visibility:\s*hidden/.test(style) || (/(?:^|[;\s])height:\s*0px/.test(style) && /overflow:\s*hidden/.test(style))) return false
  }
  return true
}

const textOf = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim()

type Labels = ReadonlyMap<string, Element>

/** The labels of the document by the id that they are for: looked up once for all elements of a search. */
const labelsNow = (): Labels => new Map([...document.querySelectorAll('label[for]')].map((label) => [label.getAttribute('for')!, label]))

/** The accessible name: a label of its own, the elements or labels that name it, else its text. */
export const nameOf = (element: Element, labels: Labels = labelsNow()): string => {
  const own = element.getAttribute('aria-label')
  if (own) return own
  const by = element.getAttribute('aria-labelledby')
  if (by)
    return by
      .split(' ')
      .map((id) => document.getElementById(id))
      .map((one) => (one ? textOf(one) : ''))
      .join(' ')
  const label = labels.get(element.getAttribute('id') ?? '') ?? element.closest('label')
  if (label) return textOf(label)
  const legend = element.tagName === 'FIELDSET' && element.querySelector('legend')
  if (legend) return textOf(legend)
  return textOf(element) || element.getAttribute('title') || element.getAttribute('placeholder') || ''
}

const isNamed = (element: Element, name: Named, labels: Labels): boolean =>
  typeof name === 'string' ? nameOf(element, labels) === name : name.test(nameOf(element, labels))

/** The shown elements of a role with this very name, or one that matches a pattern. */
export const byRoleAll = (role: Role, name?: Named, within: ParentNode = document): HTMLElement[] => {
  const labels = labelsNow()
  return [...within.querySelectorAll<HTMLElement>(selectors[role])].filter(
    (element) => (name === undefined || isNamed(element, name, labels)) && isShown(element),
  )
}

/** The first shown element of a role and name; undefined when there is none. */
export const byRole = (role: Role, name?: Named, within: ParentNode = document): HTMLElement | undefined => byRoleAll(role, name, within)[0]

/** What a person reads on the page, hidden pages and closed menus left out; lines are joined by blanks. */
export const shownText = (within: Element = document.body): string => {
  const parts: string[] = []
  const walk = (node: Node): void => {
    if (node.nodeType === 3) parts.push(node.textContent ?? '')
    else if (node.nodeType === 1) {
      const element = node as Element
      if (hidesItself(element) || ['STYLE', 'SCRIPT'].includes(element.tagName)) return
      for (const child of element.childNodes) walk(child)
    }
  }
  walk(within)
  return parts.join(' ').replace(/\s+/g, ' ').trim()
}

/** The innermost shown element with this very text, or one that matches a pattern. */
export const byText = (text: Named, within: ParentNode = document): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>('*')].findLast((element) => {
    const own = textOf(element)
    return (typeof text === 'string' ? own === text : text.test(own)) && !['STYLE', 'SCRIPT'].includes(element.tagName) && isShown(element)
  })

/** The topmost shown dialog that says a text, or any. */
export const dialog = (text: Named = /(?:)/): HTMLElement | undefined =>
  byRoleAll('dialog').findLast((one) => (typeof text === 'string' ? textOf(one).includes(text) : text.test(textOf(one))))

/** The names of the open tabs of the desk. */
export const tabNames = (): string[] => [...document.querySelectorAll('.eam-tabs [role="tab"]')].map(textOf)

/** Longest wait for what a page shows, in ms. A page that shows it goes on at once. */
const patience = 15_000

type Look<T> = T | undefined | null | false

/** Waits until `look` gives a value, at once or later, and returns it; throws what was awaited, with the text that is shown. */
export const until = async <T>(look: () => Look<T> | Promise<Look<T>>, awaited: string): Promise<T> => {
  const end = performance.now() + patience
  for (;;) {
    const begun = performance.now()
    const found = await look()
    if (found) return found
    const now = performance.now()
    if (now > end) throw new Error(`${awaited} did not come; shown: ${shownText().slice(0, 1500)}`)
    // The page draws on the same thread: a look takes a fifth of it at most.
    await new Promise((next) => setTimeout(next, Math.max(5, 4 * (now - begun))))
  }
}

/** Lets the page draw what an event has changed, as a browser does before the next key. */
export const drawn = (): Promise<void> => new Promise((next) => setTimeout(next, 0))

const mouse = (element: Element, kind: string): boolean =>
  element.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, button: 0 }))

/** Clicks as a mouse does: over, down, up, click. A disabled element throws. */
export const click = (element: Element): void => {
  if (element.matches(':disabled') || element.getAttribute('aria-disabled') === 'true') throw new Error(`${nameOf(element)} is disabled`)
  for (const kind of ['mouseover', 'mouseenter', 'pointerdown', 'mousedown']) mouse(element, kind)
  const focusable = element.closest<HTMLElement>('button, a[href], input, textarea, select, [tabindex]')
  focusable?.focus()
  for (const kind of ['pointerup', 'mouseup', 'click']) mouse(element, kind)
}

/** Moves the pointer over an element. */
export const hover = (element: Element): void => {
  for (const kind of ['pointerover', 'pointerenter', 'mouseover', 'mouseenter']) mouse(element, kind)
}

/** Clicks with the right button, which opens the menu of what lies there. */
export const clickRight = (element: Element): void => {
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }))
}

/** Types a text into an input in place of its content. */
export const type = (element: Element, text: string): void => {
  const input = element as HTMLInputElement
  input.focus()
  const { prototype } = input.tagName === 'TEXTAREA' ? HTMLTextAreaElement : HTMLInputElement
  // React keeps the value that it has set itself, so that only the setter of the prototype counts as typed.
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Presses a key on an element, or on what has the focus. */
export const press = (key: string, element: Element = document.activeElement ?? document.body, more: KeyboardEventInit = {}): void => {
  const code = key === 'Enter' ? 13 : key === 'Escape' ? 27 : key === 'ArrowDown' ? 40 : key === 'ArrowUp' ? 38 : key === 'Tab' ? 9 : 0
  for (const kind of ['keydown', 'keyup']) {
    const event = new KeyboardEvent(kind, { key, bubbles: true, cancelable: true, ...more })
    for (const name of ['keyCode', 'which']) Object.defineProperty(event, name, { value: code })
    element.dispatchEvent(event)
  }
}

/** Presses Escape until `isDone` holds: for an instant after a dialog has gone, the key is still taken for it. */
export const escapeUntil = async (isDone: () => unknown, awaited: string): Promise<void> => {
  let pressed = Number.NEGATIVE_INFINITY
  await until(() => {
    if (isDone()) return true
    if (performance.now() - pressed < 500) return false
    pressed = performance.now()
    press('Escape')
    return false
  }, awaited)
}

/** The shown inputs of a label, which may stand in several lines of a table. */
export const fieldAll = (label: Named, within: ParentNode = document): HTMLElement[] => {
  const labels = labelsNow()
  return [...within.querySelectorAll<HTMLElement>('input, textarea, select, [role="combobox"]')].filter(
    (element) => isNamed(element, label, labels) && isShown(element),
  )
}

/** An input by its label. */
export const field = (label: Named, within: ParentNode = document): HTMLElement | undefined => fieldAll(label, within)[0]

/** Opens a select of the library, by its label or itself, and chooses an option once it is shown. */
export const pick = async (select: Named | Element, option: Named, within: ParentNode = document): Promise<void> => {
  const input =
    typeof select === 'string' || select instanceof RegExp
      ? await until(() => field(select, within), `an input ${select}`)
      : select.querySelector('input')!
  for (const target of [input.closest('.ant-select') ?? input, input]) mouse(target, 'mousedown')
  click(await until(() => byRole('option', option), `an option ${option}`))
}

/** The options of a select or tree that are shown. */
const options = (text: Named): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('.ant-select-item-option, .ant-select-tree-node-content-wrapper')].filter(
    (one) => isShown(one) && (typeof text === 'string' ? textOf(one).includes(text) : text.test(textOf(one))),
  )

/** Types into a select that searches, by its label or itself, and chooses the first option that holds a text. */
export const search = async (select: Named | Element, text: string, within: ParentNode = document, option: Named = text): Promise<void> => {
  const input =
    typeof select === 'string' || select instanceof RegExp ? await until(() => field(select, within), `an input ${select}`) : select
  // The list of the select before closes first.
  await until(() => options(/./).length === 0, 'no open list')
  for (const target of [input.closest('.ant-select') ?? input, input]) mouse(target, 'mousedown')
  if (text) type(input, text)
  click(await until(() => options(option)[0], `an option ${option}`))
}

/** The first shown element that matches a selector and holds a text. */
export const bySelector = (selector: string, text: Named = '', within: ParentNode = document): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>(selector)].find(
    (one) => isShown(one) && (typeof text === 'string' ? textOf(one).includes(text) : text.test(textOf(one))),
  )

/** The topmost shown dialog with a form. */
export const formDialog = (): HTMLElement | undefined =>
  byRoleAll('dialog').findLast((dialog) => dialog.querySelector('.eam-form') !== null)

/** The rows of the shown lists. */
export const rows = (within: ParentNode = document): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>('.eam-list .ant-table-row')].filter(isShown)
