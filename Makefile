.PHONY: run test check bench
run:
	./run
test check bench:
	./run $@
