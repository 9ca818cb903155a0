/** The refusal in the words of `told`, which may ask the server for the current value; unchanged if that fails. */
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
