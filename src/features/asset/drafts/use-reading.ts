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

const photosOf = (row: Row): readonly string[] => (row.photos as string[] | null) ?? []

/** Whether the photo of a draft has not been read yet. */
export const isUnread = (row: Row): boolean => row.isRead !== 1 && photosOf(row).length > 0

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

/** The file of a photo; undefined: it is gone or the person may not see it. */
async function fileOf(id: string): Promise<Blob | undefined> {
  const answer = await fetch(fileAddress(id))
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new Error(`${answer.status}`)
  return answer.blob()
}

/** A photo of a draft whose file is gone, by its number in the draft. */
export interface MissingPhoto {
  readonly row: Row
  readonly no: number
}

/** Reads the photos of drafts one after another in this browser, and saves what they say. */
export function useReading(save: (draft: Readonly<Record<string, unknown>>) => Promise<Saved>): {
  readonly state: ReadingState
  /** Rejects with the first fault that has to do with this browser; photos without text count as read. Answers the photos that are gone. */
  readonly readAll: (rows: readonly Row[]) => Promise<readonly MissingPhoto[]>
} {
  const [state, setState] = useState<ReadingState>()
  const reader = useRef<PlateReader>(undefined)
  useEffect(
    () => () => {
      reader.current?.close()
    },
    [],
  )
  const readOne = async (row: Row): Promise<readonly MissingPhoto[]> => {
    const gone: MissingPhoto[] = []
    let file: Blob | undefined
    for (const [at, id] of photosOf(row).entries()) {
      file = await fileOf(id)
      if (file) break
      gone.push({ row, no: at + 1 })
    }
    // A draft without any photo left stays unread: a person looks at it.
    if (!file) return gone
    reader.current ??= plateReader()
    const change = await reader.current
      .read(file, () => undefined)
      .then(
        (reading) => changeOf(row, reading),
        (error: unknown) => {
          // A photo that is none stays unread no longer: a person looks at it.
          if (error instanceof PlateUnread && (error.fault === 'noPicture' || error.fault === 'tooLarge')) return { isRead: 1 }
          throw error
        },
      )
    await save({ id: row.id, version: row.version, ...change })
    return gone
  }
  return {
    state,
    readAll: async (rows) => {
      setState({ done: 0, all: rows.length })
      const gone: MissingPhoto[] = []
      try {
        for (const [at, row] of rows.entries()) {
          gone.push(...(await readOne(row)))
          setState({ done: at + 1, all: rows.length })
        }
        return gone
      } finally {
        reader.current?.close()
        reader.current = undefined
        setState(undefined)
      }
    },
  }
}
