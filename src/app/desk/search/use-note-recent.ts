import { useEffect } from 'react'
import { noteLately } from '#src/data/lately.ts'
import { useTabs } from '../tabs/tabs.ts'
import { searchKinds } from './kinds.ts'
import { noteRecent } from './recent.ts'

/** Remembers the record that a page shows as soon as its tab carries a title. */
export function useNoteRecent(path: string, id: string | undefined): void {
  const title = useTabs((state) => state.tabs.find((tab) => tab.value === path)?.label)
  useEffect(() => {
    const kind = id === undefined ? undefined : searchKinds.find(({ opens }) => opens(id) === path)
    if (!kind || !title) return
    noteRecent({ path, title, of: kind.of.name })
    noteLately(kind.of.name, id!)
  }, [path, id, title])
}
