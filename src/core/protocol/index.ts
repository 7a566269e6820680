export { chooseThresholds } from './choose.ts';
export type { Claim, Ranking } from './claims.ts';
export {
  type ClaimsBlock,
  claimLine,
  claimsText,
  confirmedClaims,
  describedClaims,
  looseClaimsText,
} from './claims-text.ts';
export { type ConfirmatoryReport, describePolicy, type ReportFile, transfersOf } from './confirm.ts';
export { formatProtocol, formatReportFile, parseProtocol, parseReportFile } from './json.ts';
export { checkChain, headOf } from './log.ts';
export { type LooseClaims, looseClaims, looseInSteps, type Settings } from './loose-claims.ts';
export { roleOfSelection, roleSplits, type SelectionRole } from './roles.ts';
export { membersOf, sealDataset, sealedQuestions } from './seal.ts';
export { countMembers, resolveSplits, splitsOfData } from './splits.ts';
export { checkOrder, type Phase, type ProtocolState, stateOf } from './state.ts';
export * from './steps.ts';
export type * from './types.ts';
export { type Finding, type Present, verify } from './verify.ts';
export * from './view.ts';
export { CAN_PROVE, CANNOT_PROVE } from './words.ts';
