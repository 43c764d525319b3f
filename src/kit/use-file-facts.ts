import { useQuery } from '@tanstack/react-query'
import { fileFacts } from '#src/data/client.ts'
import { fileAddress } from './file-address.ts'

/** Type and name of a stored file; cached without expiry, as files never change. */
export function useFileFacts(id: string) {
  return useQuery({
    queryKey: ['file', id],
    queryFn: ({ signal }) => fileFacts(fileAddress(id).replace(/^\/api/, ''), signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
