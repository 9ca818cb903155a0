/** A refusal as `told` says it, which may have to ask the server what stands now; as it is if that fails. */
export async function inOtherWords<Refusal>(
  refused: Refusal,
  told: (refused: Refusal) => Promise<Refusal> | Refusal,
): Promise<Refusal> {
  try {
    return await told(refused)
  } catch (failure) {
    console.error('What a change was refused for is not known', failure)
    return refused
  }
}
