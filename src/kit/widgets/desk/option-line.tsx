import type { ReactNode } from 'react'
import type { Option } from '#src/data/hooks.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import './option-line.css'

/** Pixels of a list whose options say more than their name; a wider field is as wide as its list. */
export const widePopup = 440

/** What an option says beside its label, in one line; what the label says itself is left out. */
const besideText = (label: ReactNode, option: Option | undefined): string =>
  (option?.about ?? []).filter((text) => typeof label !== 'string' || !label.includes(text)).join(' · ')

/** An option of a picker: its picture where there is one, its name, and below it what tells it apart from others of the same name. */
export function OptionLine({ label, option }: { readonly label: ReactNode; readonly option: Option | undefined }): ReactNode {
  const beside = besideText(label, option)
  if (!beside && !option?.photo) return label
  return (
    <span className="eam-option">
      {option?.photo && <img src={fileAddress(option.photo, 'thumb')} alt="" loading="lazy" />}
      <span>
        <span>{label}</span>
        {beside && <small>{beside}</small>}
      </span>
    </span>
  )
}

/** The chosen option in its field. */
export function ChosenLine({ label, option }: { readonly label: ReactNode; readonly option: Option | undefined }): ReactNode {
  const beside = besideText(label, option)
  if (!beside) return label
  return (
    <span className="eam-picked" title={`${typeof label === 'string' ? `${label} · ` : ''}${beside}`}>
      {label}
      <small>{beside}</small>
    </span>
  )
}
