import { followColorScheme } from './color-scheme.ts'

/** The one script of a page that is there to be read: the colour scheme that was chosen in the signed-in area holds here too. */
followColorScheme()
