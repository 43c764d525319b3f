import { Button } from 'antd-mobile'
import { useState } from 'react'
import { useDirty } from '#src/kit/phone/dirty-forms.ts'
import { usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { useWords } from '#src/words/words.ts'
import { StoreBar } from './store-bar.tsx'
import { useUpdate } from './update.ts'
import './update-bar.css'

/** Offers a newer program, while no form holds typed text and nothing is being sent; else shows warnings about this phone's store. */
export function UpdateBar() {
  const { word } = useWords()
  const { isReady, isStarting, apply } = useUpdate()
  const { forms } = useDirty()
  const sending = usePhoneStore((state) => state.sending)
  const [isLater, setLater] = useState(false)
  if (!isReady || isLater || forms > 0 || sending) return <StoreBar />
  return (
    <div className="ph-update" role="status">
      <p>
        <strong>{word('update.ready')}</strong>
        <br />
        <span>{word('update.help')}</span>
      </p>
      <Button fill="none" onClick={() => setLater(true)}>
        {word('update.later')}
      </Button>
      <Button color="primary" loading={isStarting} loadingText={word('update.apply')} onClick={apply}>
        {word('update.apply')}
      </Button>
    </div>
  )
}
