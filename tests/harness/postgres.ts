import { inject } from 'vitest'
import type {} from './postgres-setup.ts'
import { copyTemplate, type FreshDatabase, type Template } from './template-database.ts'

export type { FreshDatabase }

/** The template on this worker's own server; workers are numbered from 1, and a run of one file has one server. */
const template = (): Template => {
  const all = inject('templates')
  const own = all.length === 1 ? all[0] : all[Number(process.env.VITEST_POOL_ID) - 1]
  if (!own) throw new Error(`worker ${process.env.VITEST_POOL_ID} has no server: ${all.length} were started`)
  return own
}

/** A database of this test file's own, migrated and without rows. Drop it when done. */
export const freshDatabase = (): Promise<FreshDatabase> => copyTemplate(template())

/** A database of this test file's own with nothing in it. */
export const emptyDatabase = (): Promise<FreshDatabase> => copyTemplate(template(), 'empty')

/** A database of this test file's own with the demo and the two small hospitals of hospitals.ts. */
export const filledDatabase = (): Promise<FreshDatabase> => copyTemplate(template(), 'filled')
