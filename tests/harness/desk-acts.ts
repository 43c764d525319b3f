import { expect } from 'vitest'
import type { Client } from './app-for-test.ts'
import type { OpenDesk, PageRequest } from './desk.tsx'
import { byRole, byRoleAll, click, type Named, nameOf, type Role, rows, type, until } from './screen.ts'

/** The parameters of a request. */
export const parametersOf = ({ path }: PageRequest): URLSearchParams => new URL(path, 'http://desk').searchParams

/** Does something and waits for the request that it leads to: the beginning of its path, or what holds of it. */
export const sent = async (
  desk: OpenDesk,
  act: () => unknown,
  path: string | ((request: PageRequest) => boolean),
  method?: 'GET' | 'POST',
): Promise<PageRequest> => {
  const from = desk.requests.length
  await act()
  const isIt = typeof path === 'string' ? (request: PageRequest) => request.path.startsWith(path) : path
  return until(
    () => desk.requests.slice(from).find((request) => (method === undefined || request.method === method) && isIt(request)),
    `a request ${method ?? ''} ${path}`,
  )
}

/** Loads another page, as the address bar does. */
export const load = (desk: OpenDesk, address: string): void => {
  history.pushState(null, '', address)
  desk.reload()
}

/** Waits for an element by role and name within a part of the page that may still be to come. */
export const found = (role: Role, name: Named | undefined, within: () => ParentNode | null | undefined): Promise<HTMLElement> =>
  until(
    () => {
      const place = within()
      return place && byRole(role, name, place)
    },
    `${role} ${name ?? ''}`,
  )

/** Waits for the first row that holds a text, of the shown lists or of the tables in a part of the page. */
export const rowWith = (text: string, within?: () => ParentNode | null | undefined): Promise<HTMLElement> =>
  until(
    () =>
      (within ? [...(within()?.querySelectorAll<HTMLElement>('.ant-table-row') ?? [])] : rows()).find((row) =>
        row.textContent?.includes(text),
      ),
    `a row with ${text}`,
  )

/** Waits until no dialog lies over the page. */
export const noDialog = (): Promise<true> => until(() => !byRole('dialog'), 'no dialog')

/** The topmost dialog. */
export const dialog = (): HTMLElement | undefined => byRoleAll('dialog').at(-1)

/** The items of the menu that is open over the page. */
export const menuItems = (): HTMLElement[] =>
  [...document.querySelectorAll('.ant-dropdown')].flatMap((menu) => byRoleAll('menuitem', undefined, menu))

/** Opens the menu of a button and waits for its items. */
export const openMenu = async (button: Element): Promise<HTMLElement[]> => {
  click(button)
  return until(() => (menuItems().length > 0 ? menuItems() : undefined), `the menu of ${nameOf(button)}`)
}

/** Opens the menu of a button and takes an item. */
export const choose = async (button: Element, item: Named): Promise<void> => {
  await openMenu(button)
  const isIt = (name: string) => (typeof item === 'string' ? name === item : item.test(name))
  click(await until(() => menuItems().find((one) => isIt(nameOf(one))), `an item ${item}`))
}

/** Leaves an input without typing, as a person does who goes on with Tab. */
export const leave = (input: HTMLElement): void => {
  input.focus()
  input.blur()
}

/** A hand reader types a code: keys a millisecond apart also on a busy machine, and Enter at their end. */
export const scan = (code: string, element: Element = document.body): void => {
  const at = performance.now()
  if (element.matches('input')) type(element, code)
  for (const [n, key] of [...code, 'Enter'].entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: at + n })
    element.dispatchEvent(event)
  }
}

/** What is held back until it is let go. */
export const gate = (): { readonly open: Promise<void>; readonly letGo: () => void } => {
  let letGo = (): void => {}
  const open = new Promise<void>((done) => {
    letGo = done
  })
  return { open, letGo }
}

/** Waits until the program says so. */
export const eventually = async (isTrue: () => Promise<boolean>, awaited: string): Promise<void> => {
  let holds = false
  const ask = async (): Promise<void> => {
    while (!holds) holds = await isTrue()
  }
  void ask()
  await until(() => holds, awaited)
}

/** Posts as a person and answers the data; fails with the message of a refusal. */
export const done = async (client: Client, url: string, input: object) => {
  const answer = await client.post(url, input)
  expect(answer, `${url}: ${answer.msg}`).toMatchObject({ status: 200 })
  return answer.data
}

/** The same for a row that is added: its id. */
export const made = async (client: Client, url: string, draft: object): Promise<string> => (await done(client, url, draft)).id

/** Agrees to the topmost dialog. */
export const confirm = (): Promise<void> => found('button', /^(确定|提交|保存|同意)$/, dialog).then(click)

/** Requests of a method to a path that ends so, its query left out. */
const to = (method: string) => (end: string) => (request: PageRequest) =>
  request.method === method && request.path.split('?')[0]!.endsWith(end)
export const posted = to('POST')
export const got = to('GET')
