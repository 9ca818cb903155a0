import * as z from 'zod/mini'

const clientData = z.object({ challenge: z.string() })

/** The challenge in what a browser signed, in base64url; undefined if it is not as the standard says. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const read = clientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()))
    return read.data?.challenge
  } catch {
    return undefined
  }
}
