import { AUDIT_USAGE, runAuditCommand } from './audit.ts';
import { runCertify } from './certify.ts';
import { CERTIFY_USAGE } from './certify-arguments.ts';
import { runReport } from './report.ts';
import { REPORT_USAGE } from './report-arguments.ts';
import { runRules } from './rules.ts';
import { RULES_USAGE } from './rules-arguments.ts';
import { runVerify, VERIFY_USAGE } from './verify.ts';
import { readVersion } from './version.ts';
import { runView, VIEW_USAGE } from './view.ts';

const USAGE = `stopscope COMMAND [options]

  stopscope report DIR…   evaluates a run and prints the report
  stopscope audit DIR…    checks the structure of a run; exit code 1 where a check fails
  stopscope verify PROTOCOL REPORT DIR…
                          recomputes a protocol and its report from the run; exit code 1 where they differ
  stopscope rules …       stopping rules on signals: published ones, your own, or every one there is
  stopscope certify DIR…  what can be promised about the risk of early stops
  stopscope view [DIR…]   serves the app on this machine and opens it on a run
  stopscope --version     the version
  stopscope --help        this text; stopscope COMMAND --help says more

${REPORT_USAGE}

${AUDIT_USAGE}

${VERIFY_USAGE}

${RULES_USAGE}

${CERTIFY_USAGE}

${VIEW_USAGE}`;

/** The whole command line. Returns the exit code: 0 fine, 1 something does not hold or the app cannot be served, 2 bad input. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  switch (command) {
    case 'report':
      return runReport(rest);
    case 'audit':
      return runAuditCommand(rest);
    case 'verify':
      return runVerify(rest);
    case 'rules':
      return runRules(rest);
    case 'certify':
      return runCertify(rest);
    case 'view':
      return runView(rest);
    case '--version':
    case '-V':
      process.stdout.write(`${readVersion()}\n`);
      return 0;
    case '--help':
    case '-h':
    case 'help':
      process.stdout.write(`${USAGE}\n`);
      return 0;
    default:
      process.stderr.write(`${command === undefined ? '' : `There is no command "${command}".\n\n`}${USAGE}\n`);
      return 2;
  }
}
