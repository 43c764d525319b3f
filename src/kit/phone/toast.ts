import { wantLater } from './store/lazy-load.ts'

// Toasts need a spring engine that the first page does not load.
const overlays = () => import('./overlays.ts')
wantLater(overlays)

/** Shows a short notice that disappears automatically. */
export async function notice(text: string): Promise<void> {
  const { showToast } = await overlays()
  showToast(text)
}
