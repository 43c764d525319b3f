import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { topMenu } from '#contract/calls/settings/session-menu.ts'
import { invoke } from '#src/data/client.ts'
import { language } from '#src/data/language.ts'
import { useSession } from '#src/data/session.ts'
import { keep, kept } from '#src/data/stored.ts'
import { useWords } from '#src/words/words.ts'
import { type MenuNode, useMenu } from './menu.ts'
import { useNavigation } from './nav/navigation.ts'

/** What stands for the whole menu. */
const whole = ''

/** The top menu as this browser remembers it, which a page begins with. */
export const rememberedTopMenu = (): { readonly id: string } => ({ id: kept<string>('topMenuId') ?? whole })

/** The chosen top menu, remembered on this computer. */
export const useChosenTopMenu = create<{ readonly id: string }>()(rememberedTopMenu)

/** Shows the items of one top menu in the side bar; remembered on this computer. */
export function chooseTopMenu(id: string): void {
  keep('topMenuId', id)
  useChosenTopMenu.setState({ id })
}

/** The top menus that hold something for the person; none beside the whole menu in the side bar. */
function useTopMenus(): readonly Pick<MenuNode, 'id' | 'name'>[] {
  const person = useSession((state) => state.person)
  const menu = useMenu()
  const [navigation] = useNavigation()
  const tops = useQuery({
    queryKey: ['menu', 'top', person?.user_id, person?.tenantId, language()],
    queryFn: ({ signal }) => invoke(topMenu, { query: {}, signal }),
    enabled: person !== undefined,
    staleTime: 5 * 60_000,
  })
  // Where the platform has set up none, the call names the first level of the menu itself.
  const first = new Set((menu.data ?? []).map(({ id }) => id))
  return menu.data && navigation === 'tasks' ? (tops.data ?? []).filter(({ id }) => !first.has(id)) : []
}

/** The id of the chosen top menu; undefined for the whole menu, and where the chosen one is gone. */
export function useTopMenu(): string | undefined {
  const { id } = useChosenTopMenu()
  return useTopMenus().some((top) => top.id === id) ? id : undefined
}

/** Switches between the whole menu and the top menus; nothing where there are none. */
export function TopMenuSwitch({ isSmall }: { readonly isSmall: boolean }): ReactNode {
  const { word } = useWords()
  const tops = useTopMenus()
  const chosen = useTopMenu() ?? whole
  if (tops.length === 0) return null
  const options = [{ value: whole, label: word('shell.wholeMenu') }, ...tops.map(({ id, name }) => ({ value: id, label: name }))]
  const facts = { value: chosen, onChange: chooseTopMenu, options, 'aria-label': word('shell.topMenu') }
  return isSmall ? <Select {...facts} className="eam-top-menu" /> : <Segmented {...facts} />
}
