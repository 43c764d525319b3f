import type { ReactNode } from 'react'
import type { Row } from '#src/data/hooks.ts'
import { CertificateHint } from './certificate-hint.tsx'
import { CertificatePaper } from './certificate-paper.tsx'

/** Above the fields of a result: the certificate may be read from its file, and how long it is valid is said. Stands inside the form. */
export function CertificateEntry({ record }: { readonly record?: Row | undefined }): ReactNode {
  return (
    <>
      <CertificatePaper record={record} />
      <CertificateHint record={record} />
    </>
  )
}
