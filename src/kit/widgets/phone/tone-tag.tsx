import type { Tone } from '#contract/kit/fields/field.ts'
import './phone-parts.css'

/** A state as a coloured label. */
export function ToneTag({ tone, children }: { tone?: Tone; children: string }) {
  return <span className={`ph-tag ph-tag-${tone ?? 'plain'}`}>{children}</span>
}
