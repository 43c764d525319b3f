import { liveHalf } from './indexeddb-lives.ts'

liveHalf(0)
