import { onLanguage } from '#src/data/language.ts'
import { loadPerson, type Person, person } from '#src/data/session.ts'
import { deskSpeaker } from '#src/words/desk-speech.ts'
import { deskEn } from '#src/words/en/desk.ts'
import { en } from '#src/words/en/en.ts'
import { startWords } from '#src/words/words.ts'
import { deskZh } from '#src/words/zh/desk.ts'
import { zh } from '#src/words/zh/zh.ts'
import { startDeskLive } from '../live.ts'
import { deskQueries } from '../queries.ts'
import { forgetBetweenPersons } from '../session/forget-between-persons.ts'
import { noteTabQueries } from '../tabs/tab-queries.ts'

/**
 * Starts what the console needs beside its pages: its words, live news, and the forgetting between persons. Once per page. `first`: who was signed in
 * when the page was opened.
 */
export async function startConsole(first: Person | undefined): Promise<void> {
  startWords(await deskSpeaker({ zh: { ...zh, ...deskZh }, en: { ...en, ...deskEn } }))
  forgetBetweenPersons(first)
  const refreshPerson = (): void => {
    // Without an answer the remembered person stays.
    if (person()) void loadPerson().catch(() => {})
  }
  refreshPerson()
  onLanguage(refreshPerson)
  startDeskLive()
  noteTabQueries(deskQueries, () => location.pathname)
}
