import { createRoot } from 'react-dom/client'
import { PhoneApp } from './app/phone/phone-app.tsx'
import { startPhoneWords } from './app/phone/phone-words.ts'
import { startPhoneStore } from './app/phone/start-phone-store.ts'
import { watchSession } from './data/session.ts'
import { applyDisplaySettings } from './kit/phone/display-settings.ts'
import { watchKeyboard } from './kit/phone/keyboard.ts'
import { settleSignOut } from './kit/phone/sign-out.ts'
import { fetchLater } from './kit/phone/store/lazy-load.ts'
import { applyPhoneTheme } from './kit/phone/theme.ts'
import './app/phone/theme.css'
import './kit/tones.css'

function start(): void {
  watchSession()
  startPhoneStore(import.meta.env.VITE_VERSION)
  createRoot(document.getElementById('root') as HTMLElement).render(<PhoneApp />)
  if (import.meta.env.PROD) void import('./app/phone/start-updates.ts').then((updates) => updates.startUpdates())
  settleSignOut()
  fetchLater()
}

applyPhoneTheme()
applyDisplaySettings()
watchKeyboard()
// Not awaited at the top: parts that load later import this file, and would wait for it.
void startPhoneWords().then(start)
