import { wantLater } from './lazy-load.ts'

// Toasts bring a spring engine that the first page does without: they come when the first one is shown.
const overlays = () => import('./overlays.ts')
wantLater(overlays)

/** Shows a short notice that goes away by itself. */
export async function notice(text: string): Promise<void> {
  const { showToast } = await overlays()
  showToast(text)
}
