import { useEffect, useRef, useState } from 'react'
import { draftFactNames, draftFacts } from '#contract/entities/asset/drafts/device-draft.ts'
import { isEmpty } from '#contract/kit/fields/same.ts'
import type { Row, Saved } from '#src/data/hooks.ts'
import { columnsOf, draftOf, type Longest, placesOf } from '#src/features/asset/nameplate/draft-of-plate.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { type PlateReader, PlateUnread, plateReader } from '#src/kit/nameplate/plate-reader.ts'

const longest: Longest = Object.fromEntries(
  draftFactNames.map((name) => {
    const field = draftFacts[name]
    return [name, field.kind === 'text' ? field.max : undefined]
  }),
)

const photoOf = (row: Row): string | undefined => ((row.photos as string[] | null) ?? [])[0]

/** Whether the photo of a draft has not been read yet. */
export const isUnread = (row: Row): boolean => row.isRead !== 1 && photoOf(row) !== undefined

/** What a reading adds to a draft: only what is empty there. */
function changeOf(row: Row, reading: Awaited<ReturnType<PlateReader['read']>>): Record<string, unknown> {
  const said = draftOf(reading, (row.labelCode as string | null) ?? undefined, longest).filter(({ name, value }) => {
    const is = row[name]
    // A code that was taken for the hospital's number may prove to be the serial number.
    return isEmpty(is) || is === value
  })
  const fresh = said.filter(({ name }) => isEmpty(row[name]))
  const serial = said.find(({ name }) => name === 'sn')?.value
  const wasLabel = serial !== undefined && row.assetTagNo === serial ? { assetTagNo: null } : {}
  const { toCheck = [], ...facts } = columnsOf(fresh, ({ certain }) => certain)
  const left = ((row.toCheck as string[] | null) ?? []).filter((name) => !said.some((one) => one.name === name && one.certain))
  const all = [...new Set([...left, ...toCheck])].filter((name) => !(name in wasLabel))
  return { ...facts, ...wasLabel, toCheck: all.length > 0 ? all : null, isRead: 1, pieces: placesOf(reading, said) ?? null }
}

/** Where the reading of several photos is. */
export type ReadingState = { readonly done: number; readonly all: number } | undefined

/** Reads the photos of drafts one after another in this browser, and saves what they say. */
export function useReading(save: (draft: Readonly<Record<string, unknown>>) => Promise<Saved>): {
  readonly state: ReadingState
  /** Rejects with the first fault that has to do with this browser; photos without text count as read. */
  readonly readAll: (rows: readonly Row[]) => Promise<void>
} {
  const [state, setState] = useState<ReadingState>()
  const reader = useRef<PlateReader>(undefined)
  useEffect(
    () => () => {
      reader.current?.close()
    },
    [],
  )
  const readOne = async (row: Row): Promise<void> => {
    const answer = await fetch(fileAddress(String(photoOf(row))))
    if (!answer.ok) throw new Error(`${answer.status}`)
    reader.current ??= plateReader()
    const change = await reader.current
      .read(await answer.blob(), () => undefined)
      .then(
        (reading) => changeOf(row, reading),
        (error: unknown) => {
          // A photo that is none stays unread no longer: a person looks at it.
          if (error instanceof PlateUnread && (error.fault === 'noPicture' || error.fault === 'tooLarge')) return { isRead: 1 }
          throw error
        },
      )
    await save({ id: row.id, version: row.version, ...change })
  }
  return {
    state,
    readAll: async (rows) => {
      setState({ done: 0, all: rows.length })
      try {
        for (const [at, row] of rows.entries()) {
          await readOne(row)
          setState({ done: at + 1, all: rows.length })
        }
      } finally {
        reader.current?.close()
        reader.current = undefined
        setState(undefined)
      }
    },
  }
}
