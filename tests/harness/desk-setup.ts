import { afterAll, afterEach, vi } from 'vitest'
import { closeDesk } from './desk.tsx'

// Files share the modules of their worker: what the harness itself registers would end with the first file.
afterEach(closeDesk)
// A module that is still being loaded when its file ends never arrives, in the later files neither.
afterAll(() => vi.dynamicImportSettled())
