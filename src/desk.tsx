import { createRoot } from 'react-dom/client'
import { Desk } from './app/desk/desk.tsx'
import { watchFaults } from './data/error-log.ts'
import { person, watchSession } from './data/session.ts'
import { en } from './words/en/en.ts'
import { sessionEn } from './words/en/session.ts'
import { plainSpeaker, startWords } from './words/words.ts'
import { sessionZh } from './words/zh/session.ts'
import { zh } from './words/zh/zh.ts'
import './app/desk/desk.css'
import './kit/kit.css'
import './kit/tones.css'

watchFaults()
// What the log-in says; the console brings its own words.
startWords(plainSpeaker({ zh: { ...zh, ...sessionZh }, en: { ...en, ...sessionEn } }))
watchSession()
// The console may come after another person has signed in.
const first = person()

createRoot(document.getElementById('root')!).render(
  <Desk prepare={async () => (await import('./app/desk/start/start-console.ts')).startConsole(first)} />,
)
