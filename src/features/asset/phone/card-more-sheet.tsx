import { Button } from 'antd-mobile'
import { useState } from 'react'
import { useRight } from '#src/data/session.ts'
import { phoneStore } from '#src/kit/phone/store/phone-store.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { ActionRow, LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { Sheet } from '#src/kit/widgets/phone/sheet.tsx'
import { useWords } from '#src/words/words.ts'
import type { PhoneDevice } from '../public/device.ts'
import { AddFilesSheet, filesWords } from './add-files-phone.tsx'

/** What else can be done with a card. */
export function CardMoreSheet({ row, onClose }: { row: PhoneDevice; onClose: () => void }) {
  const { word, say } = useWords()
  const mayAdd = useRight('deviceAttach.submit')
  const [isAdding, setAdding] = useState(false)

  const copy = async (): Promise<void> => {
    onClose()
    try {
      await navigator.clipboard.writeText(row.deviceCode ?? '')
      void notice(word('card.copied'))
    } catch {
      // Refused, or not there outside HTTPS.
      void notice(word('card.notCopied'))
    }
  }

  const refresh = async (): Promise<void> => {
    onClose()
    void notice(word((await phoneStore().pull()) ? 'me.refreshed' : 'me.refreshFailed'))
  }

  if (isAdding) return <AddFilesSheet row={row} onClose={onClose} />
  return (
    <Sheet label={word('card.more')} onClose={onClose}>
      <div className="ph-sheet-list">
        <ul className="ph-rows">
          {mayAdd ? <ActionRow title={say(filesWords)} onPress={() => setAdding(true)} /> : null}
          {row.locationId ? <LinkRow to={`/room/${row.locationId}`} title={word('card.sameRoom')} /> : null}
          {row.deviceCode ? (
            <ActionRow title={word('card.copyCode')} onPress={() => void copy()}>
              {row.deviceCode}
            </ActionRow>
          ) : null}
          <ActionRow title={word('card.refresh')} onPress={() => void refresh()} />
          <ActionRow arrow title={word('card.onDesk')} onPress={() => location.assign(`/eam/device/${row.id}`)} />
        </ul>
        <Button block onClick={onClose}>
          {word('common.close')}
        </Button>
      </div>
    </Sheet>
  )
}
