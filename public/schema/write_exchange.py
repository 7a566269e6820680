"""Writes a Stopscope dataset: python3 write_exchange.py > run.jsonl"""
import json
import sys

HEADER = {
    "stopscope": "dataset",
    "version": 1,
    "name": "My run",
    "judges": [{"id": "judge-a", "name": "Judge A", "threshold": 1.5}],
}

# Your own run: per question its rounds, each with what the judge thought of the evidence so far
# and what the model would have answered there.
RUN = [
    {
        "id": "q1",
        "question": "In which country was the author of Les Misérables born?",
        "gold": ["France", "French Republic"],
        "final_answer": "France",
        "rounds": [
            {"query": None, "margin": -4.25, "early_answer": "Belgium"},
            {"query": "Les Misérables author", "margin": 0.5, "early_answer": "France"},
            {"query": "Victor Hugo birthplace", "margin": 2.75, "early_answer": "France"},
        ],
    },
    {
        "id": "q2",
        "question": "Is Mount Fuji higher than Mont Blanc?",
        "gold": "no",
        "final_answer": None,  # the run gave no answer
        "rounds": [{"query": None, "margin": 1.625, "early_answer": "yes"}],
    },
]


def state(number, round_, rounds):
    """One point at which a policy may stop. The last round is where the run answers by itself."""
    is_last = number == len(rounds) - 1
    entry = {
        "searchesUsed": number,
        "nextAction": "ANSWER" if is_last else "SEARCH",
        "probe": round_["early_answer"],
        "scores": {"judge-a": round_["margin"]},
    }
    if round_["query"] is not None:
        entry["query"] = round_["query"]
    return entry


def main(out):
    json_lines = [HEADER] + [
        {
            "id": item["id"],
            "question": item["question"],
            "gold": item["gold"],
            "native": {"answer": item["final_answer"], "searches": len(item["rounds"]) - 1},
            "states": [state(n, r, item["rounds"]) for n, r in enumerate(item["rounds"])],
        }
        for item in RUN
    ]
    for line in json_lines:
        out.write(json.dumps(line, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main(sys.stdout)
