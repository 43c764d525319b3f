import { afterAll } from 'vitest'
import { type Start, startApp, type TestApp } from './app-for-test.ts'

/** The program of one test file, awaited at its top; stops after the last test. */
export const appForFile = async (options: Start = {}): Promise<TestApp> => {
  const app = await startApp(options)
  afterAll(() => app.stop())
  return app
}
