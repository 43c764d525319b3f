import { wantLater } from './phone-later.ts'

// Dialogs and toasts bring a spring engine that the first page does without: they come when the first one is opened.
const overlays = () => import('./phone-overlays.ts')
wantLater(overlays)

/** Shows a short notice that goes away by itself. */
export async function notice(text: string): Promise<void> {
  const { showToast } = await overlays()
  showToast(text)
}

/** Asks a yes-or-no question; answers what was chosen. */
export async function confirm(options: { title: string; content?: string; yes: string; no: string }): Promise<boolean> {
  const { askConfirm } = await overlays()
  return askConfirm(options)
}
