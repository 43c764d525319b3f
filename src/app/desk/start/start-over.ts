import { clearTabs } from '../tabs/tabs.ts'

/** Loads the desk from the beginning at an address of ours: nothing that was read before is shown to who the session is now. */
export function startOver(address: string): void {
  clearTabs()
  location.replace(address)
}
