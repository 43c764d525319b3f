import { useEffect } from 'react'
import type { AttachKind } from '#contract/entities/asset/parts/attach-kinds.ts'
import { deviceAttach } from '#contract/entities/asset/parts/device-attach.ts'
import { type ListRow, useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { usePhoneStore } from '#src/kit/phone/store/phone-store.ts'

/** A photo or document of a card as the server lists it. */
export type CardFile = ListRow<typeof deviceAttach>

const shown = 30

/** The photos and documents of a card that this phone keeps and has not sent yet, by the ids of their files; those filed as `kind` alone where it is given. */
export function useWaitingFiles(deviceId: string, kind?: AttachKind): readonly string[] {
  const items = usePhoneStore(({ queue }) => queue.items)
  return items.flatMap(({ op }) => {
    const isOurs = op.kind === 'deviceAttach.add' && op.target.id === deviceId
    return isOurs && (kind === undefined || (op.body as { attachType?: string }).attachType === kind) ? (op.files ?? []) : []
  })
}

/** The photos and documents of a card from the server, the newest first, read again when this phone has sent some; undefined without a network or the right. */
export function useCardFiles(deviceId: string): readonly CardFile[] | undefined {
  const seesFiles = useRight('deviceAttach.list')
  const { online } = useSync()
  const isOn = seesFiles && online
  const waiting = useWaitingFiles(deviceId).length
  const { data, refetch } = useList(deviceAttach, isOn ? { deviceId, current: 1, size: shown } : undefined)
  useEffect(() => {
    if (isOn && waiting === 0) void refetch()
  }, [isOn, waiting, refetch])
  return data?.records
}
