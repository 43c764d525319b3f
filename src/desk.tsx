import { createRoot } from 'react-dom/client'
import { Desk } from './app/desk/desk.tsx'
import { forgetBetweenPersons } from './app/desk/forget-between-persons.ts'
import { startDeskLive } from './app/desk/live.ts'
import { deskQueries } from './app/desk/queries.ts'
import { noteTabQueries } from './app/desk/tab-queries.ts'
import { watchFaults } from './data/error-log.ts'
import { onLanguage } from './data/language.ts'
import { loadPerson, person, watchSession } from './data/session.ts'
import { deskEn } from './words/desk-en.ts'
import { deskSpeaker } from './words/desk-speech.ts'
import { deskZh } from './words/desk-zh.ts'
import { en } from './words/en.ts'
import { startWords } from './words/words.ts'
import { zh } from './words/zh.ts'
import './app/desk/desk.css'
import './kit/kit.css'
import './kit/tones.css'

watchFaults()
startWords(await deskSpeaker({ zh: { ...zh, ...deskZh }, en: { ...en, ...deskEn } }))
watchSession()

forgetBetweenPersons()

const refreshPerson = (): void => {
  // Without an answer the remembered person stays.
  if (person()) void loadPerson().catch(() => {})
}
refreshPerson()
onLanguage(refreshPerson)
startDeskLive()
noteTabQueries(deskQueries, () => location.pathname)

createRoot(document.getElementById('root')!).render(<Desk />)
