import { keep, kept } from '../data/stored.ts'
import { type Body, chooseBody } from './body.ts'

const { pathname: path, search, hash } = location
// A phone reports a wide window until it has read the page's viewport, and a desk a wide screen behind a narrow window.
const width = Math.min(window.innerWidth, screen.width)
const { choose, goTo } = chooseBody({ path, search, hash, width, chosen: kept<Body>('body'), wentFrom: kept<Body>('wentFrom') })
if (choose) keep('body', choose)
if (goTo !== undefined) location.replace(goTo)
