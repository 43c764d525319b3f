import { keep, kept } from '../data/stored.ts'
import { type Body, chooseBody } from './body.ts'

const { pathname: path, search, hash } = location
const { choose, goTo } = chooseBody({ path, search, hash, width: window.innerWidth, chosen: kept<Body>('body') })
if (choose) keep('body', choose)
if (goTo !== undefined) location.replace(goTo)
