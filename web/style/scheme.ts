import { followColorScheme } from './color-scheme.ts'

// The only script of a read-only page: it applies the colour scheme chosen in the signed-in area.
followColorScheme()
