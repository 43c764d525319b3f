import { inject } from 'vitest'
import type {} from './postgres-setup.ts'
import { copyTemplate, type FreshDatabase } from './template-database.ts'

export type { FreshDatabase }

/** A database of this test file's own, migrated and without rows. Drop it when done. */
export const freshDatabase = (): Promise<FreshDatabase> => copyTemplate(inject('template'))

/** A database of this test file's own with nothing in it. */
export const emptyDatabase = (): Promise<FreshDatabase> => copyTemplate(inject('template'), 'empty')

/** A database of this test file's own with the demo and the two small hospitals of hospitals.ts. */
export const filledDatabase = (): Promise<FreshDatabase> => copyTemplate(inject('template'), 'filled')
