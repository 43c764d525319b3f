import { useEffect, useRef, useState } from 'react'
import { v7 } from 'uuid'
import { deviceOfDi } from '#contract/calls/asset/asset.ts'
import { captureDevice } from '#contract/calls/asset/device-draft.ts'
import { readCode } from '#contract/codes/scanned-code.ts'
import { draftFactNames, draftFacts } from '#contract/entities/asset/drafts/device-draft.ts'
import { keepBegun, readBegun } from '#src/data/begun-work.ts'
import { invoke } from '#src/data/client.ts'
import type { Photo } from '#src/data/outbox/ports.ts'
import { columnsOf, type DraftSaid, draftOf, type Longest, placesOf } from '#src/features/asset/nameplate/draft-of-plate.ts'
import { usePlate } from '#src/features/asset/nameplate/use-plate.ts'
import { write } from '#src/kit/phone/store/local-data.ts'
import { shrinkPhoto } from '#src/kit/phone/store/photos.ts'

/** The device that a person has begun to capture and not saved yet. */
interface Begun {
  readonly photo?: Photo | undefined
  readonly code?: string | undefined
}

const KEPT = 'capture'

/** The longest value of each fact. */
const longest: Longest = Object.fromEntries(
  draftFactNames.map((name) => {
    const field = draftFacts[name]
    return [name, field.kind === 'text' ? field.max : undefined]
  }),
)

/** What a card of the same product says of this device, too. */
const ofProduct = ['deviceName', 'deviceModel', 'manufacturer', 'registrationNo', 'ratedPower'] as const

/** A fact with the piece of the photo that says it. */
export interface Offered extends DraftSaid {
  readonly piece?: string | undefined
}

export interface Product {
  readonly title: string
  readonly facts: readonly DraftSaid[]
}

const fileOf = ({ bytes, name, type }: Photo): File => new File([bytes], name, { type })

/** The device in hand: its photo, its code and what both say. */
export function useCapture(place: { readonly locationId: string; readonly useDeptId?: string | undefined }, online: boolean) {
  const { state: plate, read, agree, stop, clear } = usePlate(draftFacts)
  const [begun, setBegun] = useState<Begun>({})
  const [isUnreadable, setUnreadable] = useState(false)
  const [isPreparing, setPreparing] = useState(false)
  const [filled, setFilled] = useState<readonly DraftSaid[]>([])
  // What a person has looked at, against what recognition thinks of it.
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const asked = useRef(true)

  const hold = (next: Begun): void => {
    setBegun(next)
    void keepBegun(KEPT, next.photo || next.code ? next : undefined)
  }
  const latest = useRef({ read, begun })
  latest.current = { read, begun }
  useEffect(() => {
    void readBegun<Begun>(KEPT).then((kept) => {
      if (!kept || latest.current.begun.photo || latest.current.begun.code) return
      setBegun(kept)
      if (kept.photo) void latest.current.read(fileOf(kept.photo))
    })
  }, [])

  const reading = plate.is === 'read' ? plate.reading : undefined
  const pieces = new Map(plate.is === 'read' ? plate.facts.map(({ lines, piece }) => [lines.at(-1), piece] as const) : [])
  const saidNow = draftOf(reading, begun.code, longest)
  const own: Offered[] = saidNow.map((one) => ({ ...one, piece: one.lines.length > 0 ? pieces.get(one.lines.at(-1)) : undefined }))
  const known = new Set<string>(own.map(({ name }) => name))
  const facts: Offered[] = [...own, ...filled.filter(({ name }) => !known.has(name))]
  const isChecked = ({ name, value, certain }: DraftSaid): boolean => certain !== turned.has(`${name} ${value}`)

  const di = facts.find(({ name }) => name === 'udiDi')?.value
  const [product, setProduct] = useState<Product>()
  useEffect(() => {
    setProduct(undefined)
    if (!di || !online) return undefined
    let current = true
    invoke(deviceOfDi, { query: { udiDi: di } }).then(
      ([card]) => {
        if (!current || !card) return
        const said = ofProduct.flatMap((name): DraftSaid[] => {
          const value = card[name]
          return typeof value === 'string' && value !== '' ? [{ name, value, certain: true, from: 'code', lines: [] }] : []
        })
        setProduct({ title: [card.deviceName, card.deviceModel].filter(Boolean).join(' '), facts: said })
      },
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [di, online])
  const missing = product?.facts.filter(({ name }) => !facts.some((one) => one.name === name)) ?? []

  return {
    plate,
    begun,
    facts,
    isUnreadable,
    /** The photo is made smaller: saved now, it would come to the next device. */
    isPreparing,
    isChecked,
    agree,
    /** No download now: the photos of this walk are read at a desk. */
    decline: (): void => {
      asked.current = false
      stop()
    },
    product: missing.length > 0 ? product : undefined,
    fill: (): void => setFilled([...filled, ...missing]),
    check: ({ name, value }: DraftSaid): void => {
      const next = new Set(turned)
      if (!next.delete(`${name} ${value}`)) next.add(`${name} ${value}`)
      setTurned(next)
    },
    take: async (file: File): Promise<void> => {
      setUnreadable(false)
      setPreparing(true)
      // The camera's own picture says more than the smaller one that is kept.
      const prepared = await shrinkPhoto(file).catch(() => undefined)
      setPreparing(false)
      setUnreadable(!prepared)
      if (!prepared) return
      hold({ ...latest.current.begun, photo: prepared })
      if (asked.current) await read(file)
    },
    setCode: (code: string | undefined): void => hold({ ...latest.current.begun, code }),
    /** Keeps the device as a draft in the queue of this phone. Throws where it cannot be stored. */
    save: async (): Promise<void> => {
      const { photo, code } = begun
      const id = v7()
      const pieces = reading && placesOf(reading, saidNow)
      const body = {
        locationId: place.locationId,
        ...(place.useDeptId ? { useDeptId: place.useDeptId } : {}),
        ...(photo ? { photos: [photo.id] } : {}),
        ...(code ? { labelCode: readCode(code).code.slice(0, 200) } : {}),
        ...columnsOf(facts, isChecked),
        ...(reading ? { isRead: 1 } : {}),
        ...(pieces ? { pieces } : {}),
      }
      await write({ kind: captureDevice.name, target: { type: 'deviceDraft', id }, lane: `capture:${id}`, body }, photo ? [photo] : [])
      hold({})
      setFilled([])
      setTurned(new Set())
      clear()
    },
  }
}
