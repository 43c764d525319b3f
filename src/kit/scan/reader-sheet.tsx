import { useWords } from '#src/words/words.ts'
import { ChoiceBar } from '../widgets/phone/choice-bar.tsx'
import { Sheet } from '../widgets/phone/sheet.tsx'
import { chooseReader, useReaderSettings } from './reader-keys.ts'

const prefixes = ['', 'F7', 'F9', '~'] as const
const separators = ['F8', 'Ctrl+]', '~'] as const

/** Settings of this phone's hand or RFID reader. */
export function ReaderSheet({ onClose }: { onClose: () => void }) {
  const { word } = useWords()
  const settings = useReaderSettings()
  const both = separators.slice(0, 2)
  return (
    <Sheet label={word('scan.reader')} onClose={onClose}>
      <div className="ph-scan-reader">
        <h2>{word('scan.reader')}</h2>
        <p className="ph-quiet">{word('scan.prefixHelp')}</p>
        <ChoiceBar
          label={word('scan.prefix')}
          value={settings.prefix}
          options={prefixes.map((value) => ({ value, label: value || word('common.none') }))}
          onChange={(prefix) => chooseReader({ prefix })}
        />
        <p className="ph-quiet">{word('scan.separatorHelp')}</p>
        <ChoiceBar
          label={word('scan.separator')}
          value={settings.separators.join()}
          options={[both, ...separators.map((one) => [one])].map((keys) => ({ value: keys.join(), label: keys.join(' / ') }))}
          onChange={(keys) => chooseReader({ separators: keys.split(',') })}
        />
        <button type="button" className="ph-scan-big" onClick={onClose}>
          {word('common.close')}
        </button>
      </div>
    </Sheet>
  )
}
