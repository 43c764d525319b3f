import { createRoot } from 'react-dom/client'
import { PhoneApp } from './app/phone/phone-app.tsx'
import { startPhoneStore } from './app/phone/start-phone-store.ts'
import { watchSession } from './data/session.ts'
import { applyDisplaySettings } from './kit/phone/display-settings.ts'
import { fetchLater } from './kit/phone/lazy-load.ts'
import { settleSignOut } from './kit/phone/sign-out.ts'
import { applyPhoneTheme } from './kit/phone/theme.ts'
import { en } from './words/en.ts'
import { phoneEn } from './words/phone-en.ts'
import { phoneZh } from './words/phone-zh.ts'
import { plainSpeaker, startWords } from './words/words.ts'
import { zh } from './words/zh.ts'
import './app/phone/theme.css'
import './kit/tones.css'

applyPhoneTheme()
applyDisplaySettings()
startWords(plainSpeaker({ zh: { ...zh, ...phoneZh }, en: { ...en, ...phoneEn } }))
watchSession()
startPhoneStore(import.meta.env.VITE_VERSION)
createRoot(document.getElementById('root') as HTMLElement).render(<PhoneApp />)
if (import.meta.env.PROD) void import('./app/phone/start-updates.ts').then((updates) => updates.startUpdates())
settleSignOut()
fetchLater()
