import { sha256 as digestOf } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The SHA-256 of a text in hex. The browser's own is missing over plain http, where signatures are taken too. */
export const sha256 = (text: string): string => bytesToHex(digestOf(utf8ToBytes(text)))
